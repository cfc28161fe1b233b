import { useMemo, useRef, useState } from 'react';
import type { CalendarDisplay, HourGrid } from '../../../../model/view/index.ts';
import type { WireRecord } from '../../../../model/wire/index.ts';
import { useText } from '../../../host/engine-context.tsx';
import { usePageRuntime } from '../../../host/page-runtime.ts';
import { useAnnounce } from '../../../page/announcements.tsx';
import { useCardName } from '../../cards/record-card.tsx';
import { dayTitle } from '../day-words.ts';
import { type ChangedRows, useRecordChange } from '../use-record-change.ts';
import { clock, conflictOf, dayMinutes, type HourBlock, type HourPlace, placedAt, placeOf } from './hour-span.ts';

/** A record that is held over a place, and what is in its way there, in words. */
export type HeldRecord = { readonly record: WireRecord; readonly place: HourPlace; readonly conflict?: string };

/** Moving and lengthening records of a week of hours. */
export type HourMoves = {
  readonly isMovable: (record: WireRecord) => boolean;
  readonly held: HeldRecord | undefined;
  /** Holds a record over a place: it is drawn there, and what is in its way is told. */
  readonly hold: (block: HourBlock, place: HourPlace) => void;
  /** Lets the held record go where it is. */
  readonly drop: (block: HourBlock) => void;
  readonly cancel: () => void;
  /** Whether an entry that appears in a column takes the keyboard, because it was moved. */
  readonly takeFocus: (id: string, column: string) => boolean;
};

type HourMovesOptions = {
  readonly display: CalendarDisplay;
  readonly hours: HourGrid;
  readonly rows: ChangedRows;
  readonly records: readonly WireRecord[];
  /** By which reference the columns are split. */
  readonly by: string | undefined;
};

/** Moves records from hour to hour, from day to day and from one column to another. */
export function useHourMoves({ display, hours, rows, records, by }: HourMovesOptions): HourMoves {
  const t = useText();
  const say = useAnnounce();
  const page = usePageRuntime();
  const nameOf = useCardName(display.card);
  const { isMovable, takeFocus, change } = useRecordChange(display, rows);
  const [held, setHeld] = useState<HeldRecord>();
  // What was held last counts at once, also before it is drawn.
  const latest = useRef<HeldRecord>(undefined);
  const put = (next: HeldRecord | undefined) => {
    latest.current = next;
    setHeld(next);
  };
  const conflictWords = (record: WireRecord, place: HourPlace): string | undefined => {
    const wanted = { ...record, ...placedAt(record, display, place, by).now };
    const conflict = conflictOf(wanted, records, display, hours.overlaps, (overlap, one) =>
      overlap.counts(page.scope(one)),
    );
    if (conflict === undefined) return undefined;
    const { message = t('engine.list.hours.overlap') } = conflict;
    return t('engine.list.hours.conflict', { message, name: nameOf(conflict.record) });
  };
  const hold = ({ record }: HourBlock, place: HourPlace) => {
    if (isSamePlace(latest.current, record, place)) return;
    const conflict = conflictWords(record, place);
    put({ record, place, ...(conflict === undefined ? {} : { conflict }) });
    say(t('engine.list.hours.held', { name: nameOf(record), place: placeWords(place), conflict: conflict ?? '' }));
  };
  const drop = (block: HourBlock) => {
    const { current } = latest;
    put(undefined);
    if (current === undefined) return;
    const { record, place } = current;
    const changed = placedAt(record, display, place, by);
    if (Object.keys(changed.now).length === 0) return;
    const [name, to] = [nameOf(record), placeWords(place)];
    const from = placeWords(placeOf(block, display));
    change({
      record,
      changed,
      from: block.column.key,
      to: place.column.key,
      words: {
        moving: t('engine.list.calendar.moving', { name, day: to }),
        moved: t('engine.list.calendar.moved', { name, day: to }),
        back: (reason) => t('engine.list.calendar.movedBack', { name, day: from, reason }),
      },
    });
  };
  const acts = useRef({ hold, drop });
  acts.current = { hold, drop };
  return useMemo(
    () => ({
      isMovable,
      held,
      hold: (block: HourBlock, place: HourPlace) => acts.current.hold(block, place),
      drop: (block: HourBlock) => acts.current.drop(block),
      cancel: () => {
        latest.current = undefined;
        setHeld(undefined);
      },
      takeFocus,
    }),
    [isMovable, held, takeFocus],
  );
}

function isSamePlace(held: HeldRecord | undefined, record: WireRecord, place: HourPlace): boolean {
  return (
    held !== undefined &&
    held.record === record &&
    held.place.column.key === place.column.key &&
    held.place.from === place.from &&
    held.place.to === place.to
  );
}

/** `11月20日 周五 09:00–10:30`, and whose column it is. */
export function placeWords({ column, from, to }: HourPlace): string {
  const time = `${dayTitle(column.day)} ${clock(from)}–${clock(to > dayMinutes ? to - dayMinutes : to)}`;
  return column.of === undefined ? time : `${time} ${column.of.title}`;
}
