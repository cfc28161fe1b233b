import { useMemo } from 'react';
import { dayOf } from '../../../model/time/index.ts';
import type { CalendarDisplay, ListView } from '../../../model/view/index.ts';
import { useText } from '../../host/engine-context.tsx';
import type { CalendarMode, ListState } from '../state/list-state.ts';
import { CalendarFrame } from './calendar-frame.tsx';
import { CalendarGrid } from './calendar-grid.tsx';
import { itemsByDay, spanOf } from './calendar-span.ts';
import { calendarLimit, isCut, useCalendar } from './use-calendar.ts';
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
  const { query, rows } = useCalendar(view, state, display, span);
  const moves = useDayMoves(display, rows);
  const items = useMemo(() => itemsByDay(query.data?.list ?? [], display, span), [query.data, display, span]);
  const notes = isCut(query.data) ? [t('engine.list.calendar.bounded', { count: calendarLimit })] : [];
  return (
    <CalendarFrame {...{ view, state, setState, span, today, modes, query, notes }}>
      {({ list }) => (
        <>
          <CalendarGrid
            {...{ view, display, span, today, day, items, moves }}
            isStale={query.isPlaceholderData}
            onDay={(next) => setState({ ...state, day: next })}
          />
          {list.length === 0 ? (
            <p className="engine-calendar-none" role="status">
              {t('engine.list.calendar.empty')}
            </p>
          ) : null}
        </>
      )}
    </CalendarFrame>
  );
}
