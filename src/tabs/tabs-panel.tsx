import { PushpinFilled, SearchOutlined } from '@ant-design/icons';
import { Input, type InputRef } from 'antd';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useText } from '../locales/i18n.ts';
import { useMatcher } from '../search/matcher.ts';
import { type ShownTab, titleOf } from './tab-item.tsx';

type Props = {
  readonly tabs: readonly ShownTab[];
  readonly shown: string | undefined;
  readonly onPick: (key: string) => void;
  readonly onLeave: () => void;
};

/** All tabs, found by name, pinyin or initials: arrows choose, Enter opens, Escape leaves. */
export function TabsPanel({ tabs, shown, onPick, onLeave }: Props) {
  const t = useText();
  const id = useId();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(shown);
  const matches = useMatcher(query);
  const field = useFocusOnce();
  const found = tabs.filter((tab) => matches(titleOf(tab), query));
  const at = Math.max(
    0,
    found.findIndex(({ key }) => key === chosen),
  );
  const current = found[at];
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another one is chosen
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [current?.key]);
  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const last = found.length - 1;
    const uses: Readonly<Record<string, () => void>> = {
      ArrowDown: () => setChosen(found[at === last ? 0 : at + 1]?.key),
      ArrowUp: () => setChosen(found[at === 0 ? last : at - 1]?.key),
      Enter: () => current !== undefined && onPick(current.key),
      Escape: onLeave,
    };
    const run = uses[event.key];
    if (run === undefined) return;
    run();
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="tabs-panel">
      <Input
        ref={field}
        prefix={<SearchOutlined aria-hidden="true" />}
        value={query}
        maxLength={40}
        placeholder={t('tab.list.search')}
        aria-label={t('tab.list.search')}
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        {...(current === undefined ? {} : { 'aria-activedescendant': `${id}-${current.key}` })}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={keys}
      />
      <div ref={list} className="tabs-panel-list" id={`${id}-list`} role="listbox" aria-label={t('tab.list')}>
        {found.map((tab) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard
          <div
            key={tab.key}
            id={`${id}-${tab.key}`}
            className="tabs-panel-tab"
            role="option"
            tabIndex={-1}
            aria-selected={tab === current}
            data-shown={tab.key === shown}
            onClick={() => onPick(tab.key)}
            onMouseMove={() => setChosen(tab.key)}
          >
            <span>{titleOf(tab)}</span>
            {tab.isPinned === true ? <PushpinFilled aria-label={t('tab.pinnedMark')} /> : null}
          </div>
        ))}
      </div>
      {found.length === 0 ? (
        <p className="tabs-panel-none" role="status">
          {t('tab.list.none')}
        </p>
      ) : null}
    </div>
  );
}

/** A field that has the keyboard once it is there to be seen. */
function useFocusOnce() {
  const field = useRef<InputRef>(null);
  useEffect(() => {
    const timer = setTimeout(() => field.current?.focus());
    return () => clearTimeout(timer);
  }, []);
  return field;
}
