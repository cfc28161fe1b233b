import { SettingOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { Suspense, useRef, useState } from 'react';
import type { ListView } from '../../../model/view/index.ts';
import { useText } from '../../host/engine-context.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import type { LayoutTools } from '../layout/use-list-layout.ts';

// Dragging is loaded with it.
const ColumnsPanel = lazyPart(async () => (await import('./columns-panel.tsx')).ColumnsPanel);

/** Opens the columns of a list: which are shown, in what order, at which side. */
export function ColumnsButton({ view, tools }: { readonly view: ListView; readonly tools: LayoutTools }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const title = t('engine.list.columns');
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={isOpen}
      onOpenChange={setOpen}
      title={title}
      content={
        <Suspense fallback={<div className="engine-columns-wait" />}>
          <ColumnsPanel
            view={view}
            tools={tools}
            onLeave={() => {
              setOpen(false);
              button.current?.focus();
            }}
          />
        </Suspense>
      }
    >
      <Button
        ref={button}
        type="text"
        size="small"
        icon={<SettingOutlined aria-hidden="true" />}
        aria-label={title}
        aria-expanded={isOpen}
        title={title}
      />
    </Popover>
  );
}
