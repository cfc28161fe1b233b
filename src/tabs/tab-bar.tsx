import { type DragEvent, type KeyboardEvent, Suspense, useRef, useState } from 'react';
import { useText } from '../locales/i18n.ts';
import { lazyPart } from '../parts/lazy-part.tsx';
import { type ShownTab, type TabHandlers, TabItem } from './tab-item.tsx';
import { useIsOverfull, useTabsInView } from './tabs-in-view.ts';
import { useRename } from './use-rename.tsx';
import './tab-bar.css';

// Few have more tabs than fit.
const AllTabs = lazyPart(async () => (await import('./all-tabs.tsx')).AllTabs);

export type TabBarProps = TabHandlers & {
  readonly tabs: readonly ShownTab[];
  /** The key of the tab whose page is shown. */
  readonly shown: string | undefined;
};

/**
 * The open pages. Arrow keys go from tab to tab, Enter opens, with Ctrl a second time beside it, Delete closes, F2 renames,
 * P pins and lets go, and with Ctrl an arrow moves the tab; the menu of a tab has the rest. Where they do not all fit,
 * a list of them can be searched.
 */
export function TabBar({ tabs, shown, ...on }: TabBarProps) {
  const t = useText();
  const rename = useRename(on.onRename);
  const [dragged, setDragged] = useState<string>();
  const list = useRef<HTMLDivElement>(null);
  useTabsInView(list, tabs, shown);
  const isOverfull = useIsOverfull(list, tabs);
  const keys = useTabKeys(list, tabs, on, rename);
  const drop = (event: DragEvent, place: number) => {
    event.preventDefault();
    if (dragged !== undefined) on.onMove(dragged, place);
    setDragged(undefined);
  };
  return (
    <div className="tab-bar">
      <div className="tab-bar-list" role="tablist" aria-label={t('tab.bar')} ref={list}>
        {tabs.map((tab, place) => (
          <TabItem
            key={tab.key}
            tab={tab}
            isShown={tab.key === shown}
            isReached={tab.key === shown || (shown === undefined && place === 0)}
            {...on}
            onRename={rename}
            onKeyDown={(event) => keys(event, tab, place)}
            drag={{
              isOn: dragged !== undefined,
              start: () => setDragged(tab.key),
              end: () => setDragged(undefined),
              drop: (event) => drop(event, place),
            }}
          />
        ))}
      </div>
      {isOverfull ? (
        <Suspense fallback={null}>
          <AllTabs tabs={tabs} shown={shown} onOpen={on.onOpen} />
        </Suspense>
      ) : null}
    </div>
  );
}

type Keys = (event: KeyboardEvent, tab: ShownTab, place: number) => void;

function useTabKeys(
  list: { readonly current: HTMLElement | null },
  tabs: readonly ShownTab[],
  { onClose, onMove, onPin, onDouble }: TabHandlers,
  rename: (tab: ShownTab) => void,
): Keys {
  const focus = (key: string | undefined) =>
    key === undefined
      ? undefined
      : list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(key)}"] > [role="tab"]`)?.focus();
  const close = (tab: ShownTab, place: number) => {
    if (tab.isPinned !== true) focus((tabs[place + 1] ?? tabs[place - 1])?.key);
    onClose('current', tab.key);
  };
  /** What a key does with a tab, with or without Ctrl; undefined for all that is none of its business. */
  const doneBy = (key: string, isHeld: boolean, tab: ShownTab, place: number): (() => void) | undefined => {
    const steps = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: tabs.length - 1 };
    const to = Object.entries(steps).find(([name]) => name === key)?.[1];
    if (to !== undefined)
      return () => (isHeld ? onMove(tab.key, to) : focus(tabs[Math.max(0, Math.min(to, tabs.length - 1))]?.key));
    const pin = () => onPin(tab.key, tab.isPinned !== true);
    const uses: Readonly<Record<string, () => void>> = isHeld
      ? { Enter: () => onDouble(tab.key) }
      : { F2: () => rename(tab), p: pin, P: pin, Delete: () => close(tab, place) };
    return uses[key];
  };
  return (event, tab, place) => {
    if (event.nativeEvent.isComposing || event.altKey) return;
    const run = doneBy(event.key, event.ctrlKey || event.metaKey, tab, place);
    if (run === undefined) return;
    event.preventDefault();
    run();
  };
}
