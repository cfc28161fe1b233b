import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { queryKeys } from '../../../client/index.ts';
import type { CalendarDisplay, ListView } from '../../../model/view/index.ts';
import type { QueryAnswer, QueryRequest } from '../../../model/wire/index.ts';
import { ShownSteps } from '../../calls/shown-steps.ts';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { type ListState, whereOf } from '../state/list-state.ts';
import { type CalendarSpan, whereOfSpan } from './calendar-span.ts';
import { type ChangedRows, type RecordChange, withChanges } from './use-record-change.ts';

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
  const steps = useMemo(() => new ShownSteps<RecordChange>(), []);
  const shown = useSyncExternalStore(steps.subscribe, steps.shown);
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => page.call<QueryAnswer>(path, body, { signal }),
    placeholderData: keepPreviousData,
    select: useCallback((answer: QueryAnswer) => withChanges(answer, shown), [shown]),
  });
  const rows: ChangedRows = { queryKey, steps };
  return { query, rows };
}

/** Whether there are more rows in the span than a calendar shows. */
export const isCut = (data: QueryAnswer | undefined) => data !== undefined && data.next !== null;
