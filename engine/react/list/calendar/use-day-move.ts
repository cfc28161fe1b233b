import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { CalendarDisplay } from '../../../model/view/index.ts';
import type { QueryAnswer, WireRecord } from '../../../model/wire/index.ts';
import { useRunAction } from '../../actions/action-host.tsx';
import { settingFields } from '../../calls/setting-fields.ts';
import { useText } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { useAnnounce } from '../../page/announcements.tsx';
import { useCardName } from '../cards/record-card.tsx';
import { type DayItem, daysBetween, daysLater } from './calendar-span.ts';
import { dayTitle } from './day-words.ts';

/** How long an entry that was moved may take to appear and still get the keyboard. */
const focusMs = 5_000;

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

/** Moves entries: at once on the screen, back to their day with the reason when the server refuses. */
export function useDayMoves(display: CalendarDisplay, queryKey: QueryKey): DayMoves {
  const t = useText();
  const say = useAnnounce();
  const page = usePageRuntime();
  const run = useRunAction();
  const queries = useQueryClient();
  const nameOf = useCardName(display.card);
  const busy = useRef(new Set<string>());
  const wanted = useRef<{ readonly id: string; readonly day: string; readonly until: number }>(undefined);
  const { move: action } = display;
  const isMovable = useCallback(
    (record: WireRecord) => {
      const scope = page.scope(record);
      return action?.isPossible(scope) === true && action.isEnabled(scope);
    },
    [action, page],
  );
  const takeFocus = useCallback(({ record, day }: DayItem) => {
    const { current } = wanted;
    if (current?.id !== record.id || current.day !== day || Date.now() > current.until) return false;
    wanted.current = undefined;
    return true;
  }, []);
  const takeDay = useCallback((items: ReadonlyMap<string, readonly DayItem[]>) => {
    const { id, day = '' } = wanted.current ?? {};
    if (items.get(day)?.some(({ record }) => record.id === id) !== true) return undefined;
    wanted.current = undefined;
    return day;
  }, []);
  const move = (item: DayItem, to: string) => {
    const { record, day } = item;
    if (action === undefined || to === day || busy.current.has(record.id) || !isMovable(record)) return;
    const changed = daysLater(record, display, daysBetween(day, to));
    const name = nameOf(record);
    const put = (values: Readonly<Record<string, unknown>>, at: string) => {
      wanted.current = { id: record.id, day: at, until: Date.now() + focusMs };
      void queries.cancelQueries({ queryKey });
      queries.setQueryData<QueryAnswer>(queryKey, (answer) => answer && withValues(answer, record.id, values));
    };
    let isRefused = false;
    run({
      action: settingFields(action, record, changed),
      target: { kind: 'record', record },
      changed,
      onStart: () => {
        busy.current.add(record.id);
        put(changed.now, to);
        say(t('engine.list.calendar.moving', { name, day: dayTitle(to) }));
      },
      onDone: () => {
        busy.current.delete(record.id);
        if (!isRefused) say(t('engine.list.calendar.moved', { name, day: dayTitle(to) }));
      },
      onRefused: (reason) => {
        isRefused = true;
        busy.current.delete(record.id);
        put(changed.was, day);
        say(t('engine.list.calendar.movedBack', { name, day: dayTitle(day), reason }));
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

function withValues(answer: QueryAnswer, id: string, values: Readonly<Record<string, unknown>>): QueryAnswer {
  return { ...answer, list: answer.list.map((row) => (row.id === id ? { ...row, ...values } : row)) };
}
