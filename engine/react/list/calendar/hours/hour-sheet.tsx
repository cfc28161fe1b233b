import type { CalendarDisplay, ListView } from '../../../../model/view/index.ts';
import { dayTitle } from '../day-words.ts';
import { HourColumnView } from './hour-column.tsx';
import { clock, type HourBlock, type HourColumn } from './hour-span.ts';
import { useAddAt } from './use-add-at.ts';
import type { HourMoves } from './use-hour-moves.ts';
import type { HourSheet } from './use-hour-pointer.ts';

type SheetProps = {
  readonly view: ListView;
  readonly display: CalendarDisplay;
  readonly days: readonly string[];
  readonly columns: readonly HourColumn[];
  readonly blocks: readonly HourBlock[];
  readonly moves: HourMoves;
  readonly sheet: HourSheet;
  /** By which reference the columns are split. */
  readonly by: string | undefined;
  readonly today: string;
  readonly isStale: boolean;
  /** Shows one day alone. */
  readonly onDay: (day: string) => void;
  /** Brings the day into sight to which something was moved. */
  readonly onMoved: (day: string) => void;
};

/** Hours beside columns: a line of days above, whose columns they are below it, and the records at their hours. */
export function HourSheetView(props: SheetProps) {
  const { days, columns, blocks, sheet, today, isStale, onDay } = props;
  const add = useAddAt(props.view, props.display, props.by);
  const { from, to } = sheet.range;
  const hours = Array.from({ length: to - from }, (_, n) => from + n);
  const perDay = columns.length / days.length;
  const isSplit = columns.some(({ of }) => of !== undefined);
  const tracks = `56px repeat(${columns.length}, minmax(${isSplit ? 104 : 112}px, 1fr))`;
  return (
    <div
      className={isStale ? 'engine-hours engine-stale' : 'engine-hours'}
      data-hours=""
      aria-busy={isStale}
      style={{ gridTemplateColumns: tracks }}
    >
      <div className="engine-hours-corner" />
      {days.map((day) => (
        <div
          key={day}
          className={day === today ? 'engine-hours-day engine-calendar-today' : 'engine-hours-day'}
          style={{ gridColumn: `span ${perDay}` }}
        >
          <button
            type="button"
            className="engine-calendar-number"
            aria-current={day === today ? 'date' : undefined}
            onClick={() => onDay(day)}
          >
            {dayTitle(day)}
          </button>
        </div>
      ))}
      {isSplit ? (
        <>
          <div className="engine-hours-corner engine-hours-owner" />
          {columns.map(({ key, of }) => (
            <div key={key} className="engine-hours-owner" title={of?.title}>
              {of?.title}
            </div>
          ))}
        </>
      ) : null}
      <div className="engine-hours-gutter" aria-hidden="true">
        {hours.map((hour) => (
          <span key={hour}>{clock(hour * 60)}</span>
        ))}
      </div>
      {columns.map((column) => (
        <HourColumnView
          key={column.key}
          {...props}
          column={column}
          blocks={blocks.filter((block) => block.column === column)}
          add={add}
        />
      ))}
    </div>
  );
}
