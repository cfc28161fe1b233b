import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Alert, Button, Segmented } from 'antd';
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
import { type CalendarSpan, itemsByDay, shifted, spanOf } from './calendar-span.ts';
import { monthTitle, weekTitle } from './day-words.ts';
import { calendarLimit, useCalendar } from './use-calendar.ts';
import { useDayMoves } from './use-day-move.ts';
import './calendar.css';

type CalendarBoardProps = {
  readonly view: ListView;
  readonly state: ListState;
  readonly setState: (state: ListState) => void;
  readonly display: CalendarDisplay;
};

/** The rows of a list on their days, a month or a week at a time. */
export function CalendarBoard({ view, state, setState, display }: CalendarBoardProps) {
  const t = useText();
  const today = dayOf(new Date().toISOString());
  const day = state.day ?? today;
  const span = useMemo(() => spanOf(state.span, day), [state.span, day]);
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
        onDay={goTo}
        onToday={() => goTo(today)}
        onMode={(mode) => setState({ ...state, span: mode })}
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

type HeadProps = {
  readonly span: CalendarSpan;
  readonly day: string;
  readonly onDay: (day: string) => void;
  readonly onToday: () => void;
  readonly onMode: (mode: CalendarMode) => void;
};

function CalendarHead({ span, day, onDay, onToday, onMode }: HeadProps) {
  const t = useText();
  const { mode } = span;
  const isMonth = mode === 'month';
  return (
    <div className="engine-calendar-head">
      <Button size="small" onClick={onToday}>
        {t('engine.list.calendar.today')}
      </Button>
      <span>
        <Button
          type="text"
          size="small"
          icon={<LeftOutlined aria-hidden="true" />}
          aria-label={t(isMonth ? 'engine.list.calendar.previousMonth' : 'engine.list.calendar.previousWeek')}
          onClick={() => onDay(shifted(mode, day, -1))}
        />
        <Button
          type="text"
          size="small"
          icon={<RightOutlined aria-hidden="true" />}
          aria-label={t(isMonth ? 'engine.list.calendar.nextMonth' : 'engine.list.calendar.nextWeek')}
          onClick={() => onDay(shifted(mode, day, 1))}
        />
      </span>
      <h2 aria-live="polite">{isMonth ? monthTitle(day) : weekTitle(span.days)}</h2>
      <Segmented<CalendarMode>
        size="small"
        aria-label={t('engine.list.calendar.mode')}
        value={mode}
        onChange={onMode}
        options={[
          { value: 'month', label: t('engine.list.calendar.month') },
          { value: 'week', label: t('engine.list.calendar.week') },
        ]}
      />
    </div>
  );
}
