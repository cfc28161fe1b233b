import { Alert } from 'antd';
import { useMemo } from 'react';
import { dayOf } from '../../../model/time/index.ts';
import type { CalendarDisplay, ListView } from '../../../model/view/index.ts';
import { FaultBlock } from '../../faults/fault-block.tsx';
import { useText } from '../../host/engine-context.tsx';
import { RowsSkeleton } from '../../page/list-skeleton.tsx';
import { useSightMark } from '../rows/use-navigation-mark.ts';
import type { CalendarMode, ListState } from '../state/list-state.ts';
import { ListHead } from '../toolbar/list-head.tsx';
import { CalendarGrid } from './calendar-grid.tsx';
import { CalendarHead } from './calendar-head.tsx';
import { itemsByDay, spanOf } from './calendar-span.ts';
import { calendarLimit, useCalendar } from './use-calendar.ts';
import { useDayMoves } from './use-day-move.ts';
import './calendar.css';

type CalendarBoardProps = {
  readonly view: ListView;
  readonly state: ListState;
  readonly setState: (state: ListState) => void;
  readonly display: CalendarDisplay;
};

const modes: readonly CalendarMode[] = ['month', 'week'];

/** The rows of a list on their days, a month or a week at a time. */
export function CalendarBoard({ view, state, setState, display }: CalendarBoardProps) {
  const t = useText();
  const today = dayOf(new Date().toISOString());
  const day = state.day ?? today;
  // A single day is for calendars of hours.
  const mode = state.span === 'day' ? 'week' : state.span;
  const span = useMemo(() => spanOf(mode, day), [mode, day]);
  const { query, queryKey } = useCalendar(view, state, display, span);
  const moves = useDayMoves(display, queryKey);
  const { data } = query;
  useSightMark(view, query.isPlaceholderData ? undefined : data?.list);
  const items = useMemo(() => itemsByDay(data?.list ?? [], display, span), [data, display, span]);
  const goTo = (next: string) => setState({ ...state, day: next });
  return (
    <>
      <ListHead view={view} state={state} setState={setState} />
      <CalendarHead
        span={span}
        day={day}
        modes={modes}
        onDay={goTo}
        onToday={() => goTo(today)}
        onMode={(chosen) => setState({ ...state, span: chosen })}
      />
      {data !== undefined && data.next !== null ? (
        <Alert
          type="warning"
          showIcon
          className="engine-list-note"
          message={t('engine.list.calendar.bounded', { count: calendarLimit })}
        />
      ) : null}
      {query.error !== null ? (
        <FaultBlock error={query.error} onRetry={() => void query.refetch()} size="page" />
      ) : data === undefined ? (
        <RowsSkeleton columns={7} rows={8} label={t('engine.loading')} />
      ) : (
        <>
          <CalendarGrid
            view={view}
            display={display}
            span={span}
            today={today}
            day={day}
            items={items}
            isStale={query.isPlaceholderData}
            moves={moves}
            onDay={goTo}
          />
          {data.list.length === 0 ? (
            <p className="engine-calendar-none" role="status">
              {t('engine.list.calendar.empty')}
            </p>
          ) : null}
        </>
      )}
    </>
  );
}
