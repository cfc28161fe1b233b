import { CloseOutlined } from '@ant-design/icons';
import { App, Dropdown, Input, type InputRef, type MenuProps } from 'antd';
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useText } from '../locales/i18n.ts';
import type { Closing, Tab } from './tab-list.ts';
import './tab-bar.css';

/** A tab as the bar shows it: with the title of its page. */
export type ShownTab = Pick<Tab, 'name' | 'title'> & { readonly pageTitle: string };

export type TabBarProps = {
  readonly tabs: readonly ShownTab[];
  /** The tab whose page is shown. */
  readonly shown: string | undefined;
  readonly onOpen: (name: string) => void;
  readonly onClose: (what: Closing, name: string) => void;
  readonly onRename: (name: string, title: string) => void;
  readonly onMove: (name: string, place: number) => void;
};

/**
 * The open pages. Arrow keys go from tab to tab, Enter opens, Delete closes, F2 renames, and with Ctrl an arrow moves the
 * tab; the menu of a tab has the rest.
 */
export function TabBar({ tabs, shown, onOpen, onClose, onRename, onMove }: TabBarProps) {
  const t = useText();
  const rename = useRename(onRename);
  const [dragged, setDragged] = useState<string>();
  const list = useRef<HTMLDivElement>(null);
  useShownInView(
    list,
    shown,
    tabs.some(({ name }) => name === shown),
  );
  const focus = (name: string | undefined) => tabIn(list.current, name)?.focus();
  const keys = (event: KeyboardEvent, tab: ShownTab, place: number) => {
    if (event.nativeEvent.isComposing) return;
    const steps = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: tabs.length - 1 };
    const to = Object.entries(steps).find(([key]) => key === event.key)?.[1];
    if (to !== undefined && event.ctrlKey) onMove(tab.name, to);
    else if (to !== undefined) focus(tabs[Math.max(0, Math.min(to, tabs.length - 1))]?.name);
    else if (event.key === 'Delete') {
      focus((tabs[place + 1] ?? tabs[place - 1])?.name);
      onClose('current', tab.name);
    } else if (event.key === 'F2') rename(tab);
    else return;
    event.preventDefault();
  };
  const drop = (event: DragEvent, place: number) => {
    event.preventDefault();
    if (dragged !== undefined) onMove(dragged, place);
    setDragged(undefined);
  };
  const menuOf = (tab: ShownTab): MenuProps => ({
    items: [
      { key: 'current', label: t('tab.closeCurrent') },
      { key: 'right', label: t('tab.closeRight') },
      { key: 'left', label: t('tab.closeLeft') },
      { key: 'all', label: t('tab.closeAll') },
      { type: 'divider' },
      { key: 'rename', label: t('tab.rename') },
    ],
    onClick: ({ key }) => {
      const what = closings.find((one) => one === key);
      if (what === undefined) rename(tab);
      else onClose(what, tab.name);
    },
  });
  return (
    <div className="tab-bar" role="tablist" aria-label={t('tab.bar')} ref={list}>
      {tabs.map((tab, place) => {
        const isShown = tab.name === shown;
        const title = tab.title ?? tab.pageTitle;
        return (
          <Dropdown key={tab.name} trigger={['contextMenu']} menu={menuOf(tab)}>
            {/* biome-ignore lint/a11y/noStaticElementInteractions: dragging is for the pointer, the keyboard has Ctrl and an arrow */}
            <div
              className="tab-bar-tab"
              data-tab={tab.name}
              data-shown={isShown}
              role="presentation"
              draggable
              onDragStart={() => setDragged(tab.name)}
              onDragEnd={() => setDragged(undefined)}
              onDragOver={(event) => dragged !== undefined && event.preventDefault()}
              onDrop={(event) => drop(event, place)}
            >
              <button
                type="button"
                role="tab"
                className="tab-bar-title"
                title={tab.title === undefined ? title : `${title}（${tab.pageTitle}）`}
                aria-selected={isShown}
                tabIndex={isShown || (shown === undefined && place === 0) ? 0 : -1}
                onClick={() => onOpen(tab.name)}
                onDoubleClick={() => rename(tab)}
                onAuxClick={(event) => event.button === 1 && onClose('current', tab.name)}
                onKeyDown={(event) => keys(event, tab, place)}
              >
                {title}
              </button>
              {/* For the pointer; the keyboard has Delete. */}
              <button
                type="button"
                className="tab-bar-close"
                title={t('tab.closeCurrent')}
                aria-hidden="true"
                tabIndex={-1}
                onClick={() => onClose('current', tab.name)}
              >
                <CloseOutlined aria-hidden="true" />
              </button>
            </div>
          </Dropdown>
        );
      })}
    </div>
  );
}

const closings: readonly Closing[] = ['current', 'right', 'left', 'all'];

function tabIn(list: HTMLElement | null, name: string | undefined): HTMLElement | null {
  if (list === null || name === undefined) return null;
  return list.querySelector<HTMLElement>(`[data-tab="${CSS.escape(name)}"] > [role="tab"]`);
}

/** Scrolls to the whole tab that is shown, once it is there: the page of a new one is shown before. */
function useShownInView(
  list: { readonly current: HTMLElement | null },
  shown: string | undefined,
  isThere: boolean,
): void {
  useEffect(() => {
    if (isThere) tabIn(list.current, shown)?.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [list, shown, isThere]);
}

/** Asks for the name of a tab; an empty one gives its own back. */
function useRename(onRename: TabBarProps['onRename']): (tab: ShownTab) => void {
  const { modal } = App.useApp();
  const t = useText();
  return ({ name, title, pageTitle }) => {
    let given = title ?? '';
    const dialog = modal.confirm({
      title: t('tab.rename'),
      icon: null,
      autoFocusButton: null,
      content: (
        <NameField
          given={given}
          pageTitle={pageTitle}
          onChange={(text) => {
            given = text;
          }}
          onEnter={() => {
            onRename(name, given);
            dialog.destroy();
          }}
        />
      ),
      onOk: () => onRename(name, given),
    });
  };
}

type NameFieldProps = {
  readonly given: string;
  readonly pageTitle: string;
  readonly onChange: (text: string) => void;
  readonly onEnter: () => void;
};

/** The name of a tab; it has the keyboard once the dialog around it is there to be seen. */
function NameField({ given, pageTitle, onChange, onEnter }: NameFieldProps) {
  const t = useText();
  const input = useRef<InputRef>(null);
  useEffect(() => {
    const timer = setTimeout(() => input.current?.focus({ cursor: 'all' }));
    return () => clearTimeout(timer);
  }, []);
  return (
    <Input
      ref={input}
      maxLength={20}
      defaultValue={given}
      placeholder={pageTitle}
      aria-label={t('tab.rename.placeholder')}
      onChange={(event) => onChange(event.target.value)}
      onPressEnter={(event) => {
        if (!event.nativeEvent.isComposing) onEnter();
      }}
    />
  );
}
