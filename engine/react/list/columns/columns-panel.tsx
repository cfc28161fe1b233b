import { Button } from 'antd';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useText } from '../../host/engine-context.tsx';
import { useAnnounce } from '../../page/announcements.tsx';
import { arranged, isArranged, movedColumn, type Pin, pinOf, placedColumn } from '../layout/column-layout.ts';
import type { LayoutTools } from '../layout/use-list-layout.ts';
import { ColumnLine } from './column-line.tsx';
import { SortLevels, type SortLevelsProps } from './sort-levels.tsx';
import './columns.css';

type ColumnsPanelProps = SortLevelsProps & {
  readonly tools: LayoutTools;
  /** Whether it is on the screen, so that it can take the focus. */
  readonly isShown: boolean;
  readonly onLeave: () => void;
};

/** By what a list is sorted, and every column of it: shown or not, its place, its side. Dragged, or moved by button and key. */
export function ColumnsPanel({ view, tools, state, setState, isShown, onLeave }: ColumnsPanelProps) {
  const t = useText();
  const say = useAnnounce();
  const root = useRef<HTMLDivElement>(null);
  const { layout, change, reset } = tools;
  const all = arranged(view.columns, layout);
  const shown = all.filter((column) => !layout.hidden.has(column.key)).length;
  const move = (key: string, step: -1 | 1) => {
    const next = movedColumn(view.columns, layout, key, step);
    if (next === undefined) return;
    change(() => next);
    const places = arranged(view.columns, next);
    const place = places.findIndex((column) => column.key === key);
    say(t('engine.columns.moved', { title: places[place]?.title ?? '', place: place + 1 }));
  };
  const toggle = (key: string, isShown: boolean) =>
    change((before) => {
      const hidden = new Set(before.hidden);
      if (isShown) hidden.delete(key);
      else hidden.add(key);
      return { ...before, hidden };
    });
  const pin = (key: string, side: Pin | undefined) =>
    change((before) => ({ ...before, pins: { ...before.pins, [key]: side ?? 'none' } }));
  const place = (key: string, at: number) => change((before) => placedColumn(view.columns, before, key, at));
  // It stands at the end of the document: from the button, Tab would go through the whole list before it.
  useEffect(() => {
    if (isShown) root.current?.focus({ preventScroll: true });
  }, [isShown]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onLeave();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes from every control in it
    <div ref={root} className="engine-columns-panel" tabIndex={-1} onKeyDown={onKeyDown}>
      {view.columns.some(({ sortable }) => sortable) ? (
        <SortLevels view={view} state={state} setState={setState} />
      ) : null}
      <ul aria-label={t('engine.list.columns')}>
        {all.map((column, index) => (
          <ColumnLine
            key={column.key}
            column={column}
            isShown={!layout.hidden.has(column.key)}
            // A table without any column is of no use to anybody.
            isLast={shown === 1 && !layout.hidden.has(column.key)}
            pin={pinOf(column, layout)}
            canMove={{
              up: all[index - 1]?.pin === column.pin && index > 0,
              down: all[index + 1]?.pin === column.pin && index < all.length - 1,
            }}
            onToggle={toggle}
            onMove={move}
            onPin={pin}
            onPlace={(key) => place(key, index)}
          />
        ))}
      </ul>
      <div className="engine-columns-foot">
        <span className="engine-quiet">{t('engine.columns.hint')}</span>
        <Button type="link" size="small" disabled={!isArranged(layout, view.columns)} onClick={reset}>
          {t('engine.list.resetLayout')}
        </Button>
      </div>
    </div>
  );
}
