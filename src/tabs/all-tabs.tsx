import { DownOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { useRef, useState } from 'react';
import { useText } from '../locales/i18n.ts';
import type { ShownTab } from './tab-item.tsx';
import { TabsPanel } from './tabs-panel.tsx';

type AllTabsProps = {
  readonly tabs: readonly ShownTab[];
  readonly shown: string | undefined;
  readonly onOpen: (key: string) => void;
};

/** All tabs one below the other, for what does not fit into the bar. */
export function AllTabs({ tabs, shown, onOpen }: AllTabsProps) {
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const leave = () => {
    setIsOpen(false);
    button.current?.focus();
  };
  return (
    <Popover
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger="click"
      placement="bottomRight"
      arrow={false}
      destroyOnHidden
      content={
        <TabsPanel
          tabs={tabs}
          shown={shown}
          onPick={(key) => {
            leave();
            onOpen(key);
          }}
          onLeave={leave}
        />
      }
    >
      <Button
        ref={button}
        type="text"
        className="tab-bar-all"
        aria-label={t('tab.list')}
        title={t('tab.list')}
        aria-expanded={isOpen}
        icon={<DownOutlined aria-hidden="true" />}
      >
        {tabs.length}
      </Button>
    </Popover>
  );
}
