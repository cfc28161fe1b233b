import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../../client/index.ts';
import type { CalendarDisplay, ListView } from '../../../model/view/index.ts';
import type { QueryAnswer, QueryRequest } from '../../../model/wire/index.ts';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { type ListState, whereOf } from '../state/list-state.ts';
import { type CalendarSpan, whereOfSpan } from './calendar-span.ts';

/** Records a calendar draws at most. */
export const calendarLimit = 500;

/** The records of the days in sight, and no others. */
export function useCalendar(view: ListView, state: ListState, display: CalendarDisplay, span: CalendarSpan) {
  const page = usePageRuntime();
  const path = view.page.api.query;
  const others = whereOf(state, view);
  const own = whereOfSpan(display, span);
  const body: QueryRequest = {
    size: calendarLimit,
    count: 'none',
    fields: display.fields,
    where: { and: others === undefined ? [own] : [others, own] },
    ...(display.canSort ? { sort: [display.start.path] } : {}),
  };
  const queryKey = queryKeys.rows(view.page.entity, page.name, path, body);
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => page.call<QueryAnswer>(path, body, { signal }),
    placeholderData: keepPreviousData,
  });
  return { query, queryKey };
}

/** Whether there are more rows in the span than a calendar shows. */
export const isCut = (data: QueryAnswer | undefined) => data !== undefined && data.next !== null;
