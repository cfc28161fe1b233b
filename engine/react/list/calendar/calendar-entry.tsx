import { DatePicker, Popover } from 'antd';
import dayjs from 'dayjs';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { addDays } from '../../../model/time/index.ts';
import type { CalendarDisplay, ListView } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import { RowActions } from '../../actions/row-actions.tsx';
import { ErrorBoundary } from '../../faults/error-boundary.tsx';
import { InlineFault } from '../../faults/fault-block.tsx';
import { formats } from '../../formats/formats.ts';
import { pickedDay } from '../../formats/time.ts';
import { useText } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { CardFacts, CardTitle, useCardName } from '../cards/record-card.tsx';
import type { DayItem } from './calendar-span.ts';
import { useDayDrag } from './use-day-drag.ts';
import type { DayMoves } from './use-day-move.ts';

type EntryProps = {
  readonly view: ListView;
  readonly display: CalendarDisplay;
  readonly item: DayItem;
  readonly moves: DayMoves;
  /** Brings a day into sight. */
  readonly onDay: (day: string) => void;
};

/** Days an arrow key moves an entry by, together with Alt. */
const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** A record on a day; it opens to its values and actions, and is moved to another day by dragging or with Alt and the arrows. */
export function CalendarEntry(props: EntryProps) {
  const t = useText();
  return (
    <ErrorBoundary fallback={() => <InlineFault text={t('engine.fault.cell')} />} resetKey={props.item.record}>
      <Entry {...props} />
    </ErrorBoundary>
  );
}

function Entry({ view, display, item, moves, onDay }: EntryProps) {
  const t = useText();
  const page = usePageRuntime();
  const [open, setOpen] = useState(false);
  const { record, time } = item;
  const name = useCardName(display.card)(record);
  const tone = display.card.toneOf?.(page.scope(record)) ?? 'blue';
  const root = useRef<HTMLButtonElement>(null);
  const isMovable = moves.isMovable(record);
  useDayDrag(root, item, isMovable);
  const { takeFocus } = moves;
  // An entry that was just moved keeps the keyboard on its new day.
  useEffect(() => {
    if (takeFocus(item)) root.current?.focus();
  }, [takeFocus, item]);
  const moveTo = (day: string) => {
    setOpen(false);
    moves.move(item, day);
    onDay(day);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.altKey ? steps[event.key] : undefined;
    if (step === undefined || !isMovable) return;
    event.preventDefault();
    event.stopPropagation();
    moveTo(addDays(item.day, step));
  };
  const classes = ['engine-calendar-entry', `engine-tone-${tone}`];
  if (item.isContinued) classes.push('engine-calendar-continued');
  if (item.goesOn) classes.push('engine-calendar-goes-on');
  return (
    <Popover
      trigger="click"
      open={open}
      onOpenChange={setOpen}
      content={
        <EntryCard
          {...{ view, display, record }}
          onUsed={() => setOpen(false)}
          move={isMovable ? { day: item.day, to: moveTo } : undefined}
        />
      }
      destroyOnHidden
    >
      <button
        ref={root}
        type="button"
        className={classes.join(' ')}
        title={name}
        aria-expanded={open}
        aria-keyshortcuts={isMovable ? 'Alt+ArrowLeft Alt+ArrowRight Alt+ArrowUp Alt+ArrowDown' : undefined}
        aria-description={isMovable ? t('engine.list.calendar.keys') : undefined}
        onKeyDown={onKeyDown}
      >
        {time === undefined ? null : <time>{time}</time>}
        <span>{name}</span>
      </button>
    </Popover>
  );
}

type EntryCardProps = {
  readonly view: ListView;
  readonly display: CalendarDisplay;
  readonly record: WireRecord;
  readonly onUsed: () => void;
  /** The day it stands on and how it is moved to another; absent where the reader may not. */
  readonly move: { readonly day: string; readonly to: (day: string) => void } | undefined;
};

/** What opens from an entry of a calendar: its values, what can be done with it, and moving it without dragging. */
export function EntryCard({ view, display, record, onUsed, move }: EntryCardProps) {
  const name = useCardName(display.card)(record);
  // What is done from here may open a form: the card is then out of the way.
  return (
    <div className="engine-calendar-card">
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the buttons inside are what is used */}
      <div onClick={onUsed}>
        <CardTitle card={display.card} record={record} />
        <CardFacts card={display.card} record={record} />
        <RowActions actions={view.row} record={record} name={name} />
      </div>
      {move === undefined ? null : <MoveTo day={move.day} onMove={move.to} />}
    </div>
  );
}

/** Moves without dragging: to a day that is chosen, in sight or not. */
function MoveTo({ day, onMove }: { readonly day: string; readonly onMove: (day: string) => void }) {
  const t = useText();
  return (
    <DatePicker
      size="small"
      allowClear={false}
      aria-label={t('engine.list.calendar.moveTo')}
      placeholder={t('engine.list.calendar.moveTo')}
      value={null}
      defaultPickerValue={dayjs(day)}
      format={formats().day}
      onChange={(picked) => {
        const to = pickedDay(picked);
        if (to !== null) onMove(to);
      }}
    />
  );
}
