import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { CalendarDisplay } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import { useText } from '../../host/engine-context.tsx';
import { useCardName } from '../cards/record-card.tsx';
import { type DayItem, daysBetween, daysLater } from './calendar-span.ts';
import { dayTitle } from './day-words.ts';
import { type ChangedRows, useRecordChange } from './use-record-change.ts';

/** Moving entries of a calendar from day to day. */
export type DayMoves = {
  /** Whether the record as it stands may be moved. */
  readonly isMovable: (record: WireRecord) => boolean;
  readonly move: (item: DayItem, to: string) => void;
  /** Whether an entry that appears takes the keyboard, because it was moved. */
  readonly takeFocus: (item: DayItem) => boolean;
  /** The day that takes the keyboard in the place of an entry moved to it, which is one of too many to be drawn. */
  readonly takeDay: (items: ReadonlyMap<string, readonly DayItem[]>) => string | undefined;
};

/** Moves entries from day to day. */
export function useDayMoves(display: CalendarDisplay, rows: ChangedRows): DayMoves {
  const t = useText();
  const nameOf = useCardName(display.card);
  const { isMovable, takeFocus: takes, takeWanted, change } = useRecordChange(display, rows);
  const takeFocus = useCallback(({ record, day }: DayItem) => takes(record.id, day), [takes]);
  const takeDay = useCallback(
    (items: ReadonlyMap<string, readonly DayItem[]>) =>
      takeWanted((id, day) => items.get(day)?.some(({ record }) => record.id === id) === true),
    [takeWanted],
  );
  const move = ({ record, day }: DayItem, to: string) => {
    if (to === day) return;
    const name = nameOf(record);
    change({
      record,
      changed: daysLater(record, display, daysBetween(day, to)),
      from: day,
      to,
      words: {
        moving: t('engine.list.calendar.moving', { name, day: dayTitle(to) }),
        moved: t('engine.list.calendar.moved', { name, day: dayTitle(to) }),
        back: (reason) => t('engine.list.calendar.movedBack', { name, day: dayTitle(day), reason }),
      },
    });
  };
  const latest = useRef(move);
  useEffect(() => {
    latest.current = move;
  });
  return useMemo(
    () => ({ isMovable, takeFocus, takeDay, move: (item: DayItem, to: string) => latest.current(item, to) }),
    [isMovable, takeFocus, takeDay],
  );
}
