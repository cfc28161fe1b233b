import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useText } from '../../host/engine-context.tsx';
import type { TabGroup } from './tab-groups.ts';
import './grouped-bar.css';

type GroupedBarProps = {
  /** Before the ids of its tabs and of what they show. */
  readonly id: string;
  readonly groups: readonly TabGroup[];
  readonly open: string;
  readonly onOpen: (key: string) => void;
};

/** The tabs of a record in groups. Left and right go along a group, up and down to the next one, Enter opens. */
export function GroupedBar({ id, groups, open, onOpen }: GroupedBarProps) {
  const t = useText();
  const bar = useRef<HTMLDivElement>(null);
  useOpenInSight(bar, open);
  const focus = (row: number, place: number) => {
    const lists = bar.current?.querySelectorAll('[role="tablist"]') ?? [];
    const tabs = [...(lists[row]?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])];
    tabs[Math.max(0, Math.min(place, tabs.length - 1))]?.focus();
  };
  const keys = (event: KeyboardEvent, row: number, place: number) => {
    const last = (groups[row]?.tabs.length ?? 1) - 1;
    const along = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: last };
    const across = { ArrowUp: row - 1, ArrowDown: row + 1 };
    const to = Object.entries(along).find(([key]) => key === event.key)?.[1];
    const rowTo = Object.entries(across).find(([key]) => key === event.key)?.[1];
    if (to !== undefined) focus(row, to);
    else if (rowTo !== undefined) focus(Math.max(0, Math.min(rowTo, groups.length - 1)), place);
    else return;
    event.preventDefault();
  };
  return (
    <div ref={bar} className="engine-tab-groups">
      {groups.map(({ title, tabs }, row) => (
        <div key={title ?? ''} className="engine-tab-group">
          {title === undefined ? null : <span className="engine-quiet">{title}</span>}
          <div role="tablist" aria-label={title ?? t('engine.panorama.tabs')} className="engine-tab-row">
            {tabs.map((tab, place) => (
              <button
                key={tab.key}
                type="button"
                role="tab"
                id={`${id}-tab-${tab.key}`}
                className="engine-group-tab"
                aria-selected={tab.key === open}
                aria-controls={tab.key === open ? `${id}-panel-${tab.key}` : undefined}
                tabIndex={tab.key === (tabs.find(({ key }) => key === open) ?? tabs[0])?.key ? 0 : -1}
                onClick={() => onOpen(tab.key)}
                onKeyDown={(event) => keys(event, row, place)}
              >
                {tab.title}
              </button>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

/** Moves the row of the tab that is open sideways until it is in sight; the page stays where it is. */
function useOpenInSight(bar: { readonly current: HTMLElement | null }, open: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another one is open
  useEffect(() => {
    const tab = bar.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]');
    const row = tab?.parentElement;
    if (tab === null || tab === undefined || row === null || row === undefined) return;
    const [from, to] = [tab.offsetLeft - row.offsetLeft, tab.offsetLeft - row.offsetLeft + tab.offsetWidth];
    if (from < row.scrollLeft) row.scrollLeft = from;
    else if (to > row.scrollLeft + row.clientWidth) row.scrollLeft = to - row.clientWidth;
  }, [bar, open]);
}
