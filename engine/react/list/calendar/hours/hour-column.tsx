import { PlusOutlined } from '@ant-design/icons';
import type { MouseEvent } from 'react';
import type { CalendarDisplay, ListView } from '../../../../model/view/index.ts';
import { useText } from '../../../host/engine-context.tsx';
import { dayTitle } from '../day-words.ts';
import { HourEntry } from './hour-entry.tsx';
import { clock, type HourBlock, type HourColumn } from './hour-span.ts';
import { hourHeight, spanStyle } from './span-style.ts';
import type { AddAt } from './use-add-at.ts';
import type { HourMoves } from './use-hour-moves.ts';
import type { HourSheet } from './use-hour-pointer.ts';

type ColumnProps = {
  readonly view: ListView;
  readonly display: CalendarDisplay;
  readonly column: HourColumn;
  readonly blocks: readonly HourBlock[];
  readonly moves: HourMoves;
  readonly sheet: HourSheet;
  readonly add: AddAt | undefined;
  readonly onMoved: (day: string) => void;
};

/** Minutes a new record lasts before anybody says otherwise. */
const usualLength = 60;
const half = 30;

/** What stands at the hours of one column; an empty hour makes a new record there. */
export function HourColumnView(props: ColumnProps) {
  const { column, blocks, moves, sheet, add } = props;
  const t = useText();
  const { held } = moves;
  const place = column.of === undefined ? dayTitle(column.day) : `${dayTitle(column.day)} ${column.of.title}`;
  const { from, to } = sheet.range;
  const addUnder = (event: MouseEvent<HTMLElement>) => {
    if (add === undefined || event.target !== event.currentTarget) return;
    const { top, height } = event.currentTarget.getBoundingClientRect();
    const minutes = from * 60 + ((event.clientY - top) / height) * (to - from) * 60;
    const begin = Math.floor(minutes / half) * half;
    add.at(column, begin, begin + usualLength);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      className="engine-hours-column"
      role="group"
      aria-label={t('engine.list.hours.column', { place, count: blocks.length })}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the button below does it by keyboard */}
      <div
        className="engine-hours-lines"
        data-column={column.key}
        style={{ height: (to - from) * hourHeight, backgroundSize: `100% ${hourHeight}px` }}
        onClick={addUnder}
      >
        {blocks.map((block) => (
          <HourEntry key={block.record.id} {...props} block={block} />
        ))}
        {held?.place.column.key === column.key ? <Ghost {...props} /> : null}
      </div>
      {add === undefined ? null : (
        <button
          type="button"
          className="engine-hours-add"
          aria-label={t('engine.list.hours.add', { place, action: add.action })}
          onClick={() => {
            const begin = freeFrom(blocks, from * 60);
            add.at(column, begin, begin + usualLength);
          }}
        >
          <PlusOutlined aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

/** The first time from which an hour is free. */
function freeFrom(blocks: readonly HourBlock[], from: number): number {
  return [...blocks]
    .sort((a, b) => a.from - b.from)
    .reduce((free, block) => (block.from >= free + usualLength ? free : Math.max(free, block.to)), from);
}

/** Where what is held would stand, and what is in its way. */
function Ghost({ moves: { held }, sheet: { range } }: ColumnProps) {
  if (held === undefined) return null;
  const { from, to } = held.place;
  const classes = ['engine-hours-ghost'];
  if (held.conflict !== undefined) classes.push('engine-hours-conflict');
  return (
    <div className={classes.join(' ')} style={spanStyle({ from, to }, range)} aria-hidden="true">
      <time>
        {clock(from)}–{clock(to)}
      </time>
      {held.conflict}
    </div>
  );
}
