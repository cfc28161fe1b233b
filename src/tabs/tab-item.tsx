import { CloseOutlined, PushpinFilled } from '@ant-design/icons';
import { Dropdown, type MenuProps } from 'antd';
import type { DragEvent, KeyboardEvent } from 'react';
import { bracketed } from '../../engine/react/index.ts';
import { useText } from '../locales/i18n.ts';
import type { Closing, Tab } from './tab-list.ts';

/** A tab as the bar shows it: with the title of its page. */
export type ShownTab = Pick<Tab, 'key' | 'title' | 'isPinned'> & { readonly pageTitle: string };

/** What can be done with tabs, by their keys. */
export type TabHandlers = {
  readonly onOpen: (key: string) => void;
  readonly onClose: (what: Closing, key: string) => void;
  readonly onRename: (key: string, title: string) => void;
  readonly onMove: (key: string, place: number) => void;
  readonly onPin: (key: string, isPinned: boolean) => void;
  /** Opens what a tab shows in another tab beside it. */
  readonly onDouble: (key: string) => void;
};

/** What a tab is called: as its user wants it, or as its page or record is. */
export function titleOf({ title, pageTitle }: ShownTab): string {
  return title ?? pageTitle;
}

type TabItemProps = Pick<TabHandlers, 'onOpen' | 'onClose' | 'onPin' | 'onDouble'> & {
  readonly tab: ShownTab;
  readonly isShown: boolean;
  /** Whether the Tab key comes to it. */
  readonly isReached: boolean;
  readonly onRename: (tab: ShownTab) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly drag: {
    readonly isOn: boolean;
    readonly start: () => void;
    readonly end: () => void;
    readonly drop: (event: DragEvent) => void;
  };
};

/** One tab: its name, what closes it, and its menu. */
export function TabItem(props: TabItemProps) {
  const { tab, isShown, isReached, drag, onOpen, onClose, onRename, onKeyDown } = props;
  const t = useText();
  const menu = useTabMenu(props);
  const title = titleOf(tab);
  const isPinned = tab.isPinned === true;
  return (
    <Dropdown trigger={['contextMenu']} menu={menu} autoFocus>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dragging is for the pointer, the keyboard has Ctrl and an arrow */}
      <div
        className="tab-bar-tab"
        data-tab={tab.key}
        data-shown={isShown}
        data-pinned={isPinned}
        role="presentation"
        draggable
        onDragStart={drag.start}
        onDragEnd={drag.end}
        onDragOver={(event) => drag.isOn && event.preventDefault()}
        onDrop={drag.drop}
      >
        <button
          type="button"
          role="tab"
          className="tab-bar-title"
          title={tab.title === undefined ? title : `${title}${bracketed(tab.pageTitle)}`}
          aria-selected={isShown}
          tabIndex={isReached ? 0 : -1}
          onClick={() => onOpen(tab.key)}
          onDoubleClick={() => onRename(tab)}
          onAuxClick={(event) => event.button === 1 && onClose('current', tab.key)}
          onKeyDown={onKeyDown}
        >
          {title}
        </button>
        {isPinned ? (
          <PushpinFilled className="tab-bar-pin" aria-label={t('tab.pinnedMark')} />
        ) : (
          // For the pointer; the keyboard has Delete.
          <button
            type="button"
            className="tab-bar-close"
            title={t('tab.closeCurrent')}
            aria-hidden="true"
            tabIndex={-1}
            onClick={() => onClose('current', tab.key)}
          >
            <CloseOutlined aria-hidden="true" />
          </button>
        )}
      </div>
    </Dropdown>
  );
}

const closings: readonly Closing[] = ['current', 'right', 'left', 'all'];

function useTabMenu({ tab, onClose, onRename, onPin, onDouble }: TabItemProps): MenuProps {
  const t = useText();
  const isPinned = tab.isPinned === true;
  return {
    items: [
      { key: 'double', label: t('tab.openBeside') },
      { key: 'pin', label: t(isPinned ? 'tab.unpin' : 'tab.pin') },
      { key: 'rename', label: t('tab.rename') },
      { type: 'divider' },
      { key: 'current', label: t('tab.closeCurrent'), disabled: isPinned },
      { key: 'right', label: t('tab.closeRight') },
      { key: 'left', label: t('tab.closeLeft') },
      { key: 'all', label: t('tab.closeAll') },
    ],
    onClick: ({ key }) => {
      const what = closings.find((one) => one === key);
      if (what !== undefined) onClose(what, tab.key);
      else if (key === 'double') onDouble(tab.key);
      else if (key === 'pin') onPin(tab.key, !isPinned);
      else onRename(tab);
    },
  };
}
