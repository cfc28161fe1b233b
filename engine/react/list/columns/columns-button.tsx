import { SettingOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { Suspense, useRef, useState } from 'react';
import { useText } from '../../host/engine-context.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import type { LayoutTools } from '../layout/use-list-layout.ts';
import type { SortLevelsProps } from './sort-levels.tsx';

// Dragging is loaded with it.
const ColumnsPanel = lazyPart(async () => (await import('./columns-panel.tsx')).ColumnsPanel);

type ColumnsButtonProps = SortLevelsProps & { readonly tools: LayoutTools };

/** Opens the columns of a list: by which it is sorted, which are shown, in what order, at which side. */
export function ColumnsButton({ view, tools, state, setState }: ColumnsButtonProps) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const [isShown, setShown] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const title = t('engine.list.columns');
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={isOpen}
      onOpenChange={setOpen}
      afterOpenChange={setShown}
      title={title}
      content={
        <Suspense fallback={<div className="engine-columns-wait" />}>
          <ColumnsPanel
            view={view}
            tools={tools}
            state={state}
            setState={setState}
            isShown={isShown}
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
