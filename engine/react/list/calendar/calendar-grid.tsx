import { Button, Popover } from 'antd';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { addDays } from '../../../model/time/index.ts';
import type { CalendarDisplay, ListView } from '../../../model/view/index.ts';
import { useText } from '../../host/engine-context.tsx';
import { CalendarEntry } from './calendar-entry.tsx';
import type { CalendarSpan, DayItem } from './calendar-span.ts';
import { dayTitle, shortDayTitle, weekdays } from './day-words.ts';
import { useDayTarget } from './use-day-drag.ts';
import type { DayMoves } from './use-day-move.ts';

type GridProps = {
  readonly view: ListView;
  readonly display: CalendarDisplay;
  readonly span: CalendarSpan;
  readonly today: string;
  /** The day the calendar is at; the keyboard starts there. */
  readonly day: string;
  readonly items: ReadonlyMap<string, readonly DayItem[]>;
  readonly isStale: boolean;
  readonly moves: DayMoves;
  /** Goes to a day, in sight or not. */
  readonly onDay: (day: string) => void;
};

const shownInMonth = 3;
const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** Weeks of days; arrow keys go from day to day. */
export function CalendarGrid(props: GridProps) {
  const { span, day, onDay, isStale, moves, items } = props;
  const root = useRef<HTMLTableElement>(null);
  useEffect(() => {
    const taken = moves.takeDay(items);
    if (taken !== undefined) root.current?.querySelector<HTMLElement>(`[data-day="${taken}"]`)?.focus();
  }, [moves, items]);
  const go = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined || !(event.target instanceof HTMLElement) || event.target.dataset.day === undefined) return;
    event.preventDefault();
    const next = addDays(event.target.dataset.day, step);
    onDay(next);
    // A day out of sight is drawn first.
    requestAnimationFrame(() => root.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus());
  };
  const weeks = Array.from({ length: span.days.length / 7 }, (_, n) => span.days.slice(n * 7, n * 7 + 7));
  const classes = ['engine-calendar-grid', `engine-calendar-${span.mode}`];
  if (isStale) classes.push('engine-stale');
  return (
    <table ref={root} className={classes.join(' ')} onKeyDown={go} aria-busy={isStale}>
      <thead>
        <tr>
          {weekdays().map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((date) => (
              <DayCell key={date} {...props} date={date} isFocusable={date === day} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type DayCellProps = GridProps & { readonly date: string; readonly isFocusable: boolean };

function DayCell({ date, isFocusable, ...props }: DayCellProps) {
  const t = useText();
  const { items, span, today, day } = props;
  const all = items.get(date) ?? [];
  const most = span.mode === 'week' ? all.length : shownInMonth;
  // The last line is worth an entry rather than a button that says that there is one.
  const shown = all.length <= most + 1 ? all : all.slice(0, most);
  const root = useRef<HTMLTableCellElement>(null);
  const isOver = useDayTarget(root, date, props.moves);
  const classes = ['engine-calendar-day'];
  if (isOver) classes.push('engine-calendar-over');
  if (date === today) classes.push('engine-calendar-today');
  if (span.mode === 'month' && date.slice(0, 7) !== day.slice(0, 7)) classes.push('engine-calendar-outside');
  return (
    <td ref={root} className={classes.join(' ')}>
      <button
        type="button"
        className="engine-calendar-number"
        data-day={date}
        tabIndex={isFocusable ? 0 : -1}
        aria-current={date === today ? 'date' : undefined}
        aria-label={t('engine.list.calendar.day', { day: dayTitle(date), count: all.length })}
        onClick={() => props.onDay(date)}
      >
        {date.endsWith('-01') || span.mode === 'week' ? shortDayTitle(date) : Number(date.slice(8))}
      </button>
      <Entries {...props} items={shown} />
      {shown.length === all.length ? null : (
        <Popover trigger="click" title={dayTitle(date)} content={<AllEntries {...props} items={all} />} destroyOnHidden>
          <Button type="text" size="small" className="engine-calendar-more">
            {t('engine.list.calendar.more', { count: all.length - shown.length })}
          </Button>
        </Popover>
      )}
    </td>
  );
}

type EntriesProps = Pick<GridProps, 'view' | 'display' | 'moves' | 'onDay'> & { readonly items: readonly DayItem[] };

function Entries({ items, ...props }: EntriesProps) {
  if (items.length === 0) return null;
  return (
    <ul className="engine-calendar-entries">
      {items.map((item) => (
        <li key={item.record.id}>
          <CalendarEntry {...props} item={item} />
        </li>
      ))}
    </ul>
  );
}

function AllEntries(props: EntriesProps) {
  return (
    <div className="engine-calendar-all">
      <Entries {...props} />
    </div>
  );
}
