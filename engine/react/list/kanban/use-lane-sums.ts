import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { queryKeys } from '../../../client/index.ts';
import type { ColumnView, KanbanDisplay, LaneView, ListView } from '../../../model/view/index.ts';
import type { GroupAnswer, GroupRequest } from '../../../model/wire/index.ts';
import { fieldText } from '../../fields/field-renderers.ts';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { type ListState, whereOf } from '../state/list-state.ts';

/** What a lane sums, each with its heading: 定价 ¥1,234.00. */
export type LaneSum = { readonly key: string; readonly title: string; readonly text: string };

/** Sums of the columns that say so, lane by lane, in one question for the whole board; none where rows are not grouped. */
export function useLaneSums(
  view: ListView,
  display: KanbanDisplay,
  state: ListState,
): (lane: LaneView) => readonly LaneSum[] {
  const page = usePageRuntime();
  const { groupApi: api = '' } = view;
  const columns = view.columns.filter(isSummed);
  const where = whereOf(state, view);
  const body: GroupRequest = {
    by: display.field.key,
    sums: columns.map(({ path }) => path),
    ...(where === undefined ? {} : { where }),
  };
  const { data } = useQuery({
    queryKey: queryKeys.rows(view.page.entity, page.name, api, body),
    queryFn: ({ signal }) => page.call<GroupAnswer>(api, body, { signal }),
    enabled: api !== '' && columns.length > 0,
    placeholderData: keepPreviousData,
  });
  const { context } = page;
  return useCallback(
    (lane) => {
      const group = data?.groups.find(({ key }) => key === lane.value);
      const totalled = view.columns.filter(isSummed);
      return totalled.flatMap(({ key, path, field, title }) => {
        const sum = group?.sums[path];
        return sum === undefined
          ? []
          : [{ key, title, text: fieldText(field, path, { id: '', [path]: sum }, context) }];
      });
    },
    [data, view, context],
  );
}

function isSummed({ isTotalled, fault }: ColumnView): boolean {
  return isTotalled === true && fault === undefined;
}
