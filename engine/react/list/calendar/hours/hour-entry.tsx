import { Popover } from 'antd';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { CalendarDisplay, ListView } from '../../../../model/view/index.ts';
import { ErrorBoundary } from '../../../faults/error-boundary.tsx';
import { InlineFault } from '../../../faults/fault-block.tsx';
import { fieldText } from '../../../fields/field-renderers.ts';
import { emptyText } from '../../../fields/renderer/field-renderer.ts';
import { useText } from '../../../host/engine-context.tsx';
import { usePageRuntime } from '../../../host/page-runtime.ts';
import { useCardName } from '../../cards/record-card.tsx';
import { EntryCard } from '../calendar-entry.tsx';
import { daysBetween } from '../calendar-span.ts';
import { clock, daysOn, type HourBlock, placeOf } from './hour-span.ts';
import { spanStyle } from './span-style.ts';
import { useHourKeys } from './use-hour-keys.ts';
import type { HourMoves } from './use-hour-moves.ts';
import { type HourSheet, useHourPointer } from './use-hour-pointer.ts';

type EntryProps = {
  readonly view: ListView;
  readonly display: CalendarDisplay;
  readonly block: HourBlock;
  readonly moves: HourMoves;
  readonly sheet: HourSheet;
  readonly onMoved: (day: string) => void;
};

/** A record at its hours; it opens to its values and actions, and is moved and made longer by dragging or by keys. */
export function HourEntry(props: EntryProps) {
  const t = useText();
  return (
    <ErrorBoundary fallback={() => <InlineFault text={t('engine.fault.cell')} />} resetKey={props.block.record}>
      <Entry {...props} />
    </ErrorBoundary>
  );
}

function Entry({ view, display, block, moves, sheet, onMoved }: EntryProps) {
  const t = useText();
  const page = usePageRuntime();
  const [open, setOpen] = useState(false);
  const { record, column, from, to, lane, lanes } = block;
  const name = useCardName(display.card)(record);
  const root = useRef<HTMLButtonElement>(null);
  const isMovable = moves.isMovable(record);
  const pointer = useHourPointer(display, block, moves, sheet);
  const keys = useHourKeys(display, block, moves, sheet);
  const { takeFocus } = moves;
  // An entry that was just moved keeps the keyboard in its new column.
  useEffect(() => {
    if (takeFocus(record.id, column.key)) root.current?.focus();
  }, [takeFocus, record, column]);
  const moveTo = (day: string) => {
    setOpen(false);
    const start = placeOf(block, display);
    moves.hold(block, daysOn(start, daysBetween(start.column.day, day)));
    moves.drop(block);
    onMoved(day);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && pointer.giveUp()) return event.preventDefault();
    if (isMovable) keys.onKeyDown(event);
  };
  const classes = ['engine-hours-entry', `engine-tone-${display.card.toneOf?.(page.scope(record)) ?? 'blue'}`];
  if (moves.held?.record.id === record.id) classes.push('engine-hours-held');
  if (isMovable) classes.push('engine-hours-movable');
  const room = 100 / lanes;
  const facts = display.card.facts.flatMap(({ path, field }) => {
    const text = fieldText(field, path, record, page.context);
    return text === emptyText ? [] : [{ path, text }];
  });
  return (
    <Popover
      trigger="click"
      open={open}
      onOpenChange={(next) => setOpen(next && !pointer.takeClick())}
      content={
        <EntryCard
          {...{ view, display, record }}
          onUsed={() => setOpen(false)}
          move={isMovable ? { day: column.day, to: moveTo } : undefined}
        />
      }
      destroyOnHidden
    >
      <button
        ref={root}
        type="button"
        className={classes.join(' ')}
        style={{ ...spanStyle(block, sheet.range), left: `${lane * room}%`, width: `calc(${room}% - 2px)` }}
        title={`${clock(from)}–${clock(to)} ${name}`}
        aria-expanded={open}
        aria-keyshortcuts={isMovable ? 'Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight' : undefined}
        aria-description={isMovable ? t('engine.list.hours.keys') : undefined}
        onPointerDown={pointer.onPointerDown}
        onPointerMove={pointer.onPointerMove}
        onPointerUp={pointer.onPointerUp}
        onPointerCancel={pointer.onPointerCancel}
        onKeyDown={onKeyDown}
        onKeyUp={keys.onKeyUp}
        onBlur={keys.onBlur}
      >
        <time>
          {clock(from)}–{clock(to)}
        </time>
        <strong>{name}</strong>
        {facts.map((fact) => (
          <span key={fact.path}>{fact.text}</span>
        ))}
        {isMovable && !block.goesOn ? (
          <span
            className="engine-hours-edge"
            onPointerDown={pointer.onLengthen}
            onPointerMove={pointer.onPointerMove}
            onPointerUp={pointer.onPointerUp}
            onPointerCancel={pointer.onPointerCancel}
          />
        ) : null}
      </button>
    </Popover>
  );
}
