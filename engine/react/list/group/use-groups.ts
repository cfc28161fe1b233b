import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryKeys } from '../../../client/index.ts';
import type { ListView } from '../../../model/view/index.ts';
import type { GroupAnswer, ListGroup, QueryAnswer, QueryRequest, WireRecord } from '../../../model/wire/index.ts';
import { bucketText } from '../../formats/bucket-text.ts';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { type GroupChoice, groupRequest } from '../state/list-group.ts';
import { sortInForce } from '../state/list-sort.ts';
import { type ListState, whereOf } from '../state/list-state.ts';

/** Rows a group shows when it is opened, and how many more each time. */
export const firstRows = 20;
const moreRows = 100;
/** Rows of a group that can be reached by number, as in a list. */
const maxRows = 1000;

/** The rows of an open group as far as they were asked for. */
export type OpenGroup = {
  readonly rows: readonly WireRecord[];
  readonly isLoading: boolean;
  /** Asks again for what failed. */
  readonly retry?: () => void;
  /** How many more rows the next step shows; 0: none. */
  readonly next: number;
};

/** Names a group among those of its list. */
export function groupId({ key }: ListGroup): string {
  return key === null ? 'group' : `group:${key}`;
}

/** The groups of a list, and the rows of those that are open. */
export function useGroups(view: ListView, state: ListState, choice: GroupChoice) {
  const page = usePageRuntime();
  const [parts, setParts] = useState<ReadonlyMap<string, number>>(new Map());
  const where = whereOf(state, view);
  const api = view.groupApi ?? '';
  const body = groupRequest(choice, where, view);
  const summary = useQuery({
    queryKey: queryKeys.rows(view.page.entity, page.name, api, body),
    queryFn: ({ signal }) => page.call<GroupAnswer>(api, body, { signal }),
    select: (answer) => writtenGroups(answer, choice),
    placeholderData: keepPreviousData,
  });
  const open = (summary.data?.groups ?? []).filter((group) => parts.has(groupId(group)));
  const asked = open.flatMap((group) =>
    Array.from({ length: parts.get(groupId(group)) ?? 0 }, (_, part) => ({ group, part })),
  );
  const path = view.page.api.query;
  const answers = useQueries({
    queries: asked.map(({ group, part }) => {
      const request = rowsRequest(group, part, view, state);
      return {
        queryKey: queryKeys.rows(view.page.entity, page.name, path, request),
        queryFn: ({ signal }: { readonly signal: AbortSignal }) => page.call<QueryAnswer>(path, request, { signal }),
      };
    }),
  });
  const opened = new Map<string, OpenGroup>();
  for (const group of open) {
    const own = answers.filter((_, index) => asked[index]?.group === group);
    const failed = own.find((answer) => answer.isError && answer.data === undefined);
    const rows = own.flatMap((answer) => answer.data?.list ?? []);
    const isLoading = own.some((answer) => answer.data === undefined && !answer.isError);
    const left = Math.min(group.count, maxRows) - rows.length;
    const isDone = isLoading || failed !== undefined;
    opened.set(groupId(group), {
      rows,
      isLoading,
      next: isDone ? 0 : Math.max(0, Math.min(left, moreRows)),
      ...(failed === undefined ? {} : { retry: () => void failed.refetch() }),
    });
  }
  const set = (id: string, count: number) => setParts((before) => withParts(before, id, count));
  return {
    summary,
    opened,
    toggle: (id: string, isOpen: boolean) => set(id, isOpen ? 1 : 0),
    more: (id: string) => set(id, (parts.get(id) ?? 0) + 1),
    openAll: () => setParts(new Map((summary.data?.groups ?? []).map((group) => [groupId(group), 1]))),
    closeAll: () => setParts(new Map()),
  };
}

export type Groups = ReturnType<typeof useGroups>;

function withParts(before: ReadonlyMap<string, number>, id: string, count: number): ReadonlyMap<string, number> {
  const after = new Map(before);
  if (count === 0) after.delete(id);
  else after.set(id, count);
  return after;
}

/** The list's own query, for one part of the rows of a group. */
function rowsRequest(group: ListGroup, part: number, view: ListView, state: ListState): QueryRequest {
  const where = whereOf(state, view);
  const sort = sortInForce(state, view);
  const from = part === 0 ? 0 : firstRows + (part - 1) * moreRows;
  return {
    size: part === 0 ? firstRows : moreRows,
    count: 'none',
    fields: view.fields,
    where: where === undefined ? group.where : { and: [where, group.where] },
    ...(sort.length === 0 ? {} : { sort }),
    ...(from === 0 ? {} : { cursor: `row:${from}` }),
  };
}

/** The same groups, with stretches of time named in the language of the host. */
function writtenGroups(answer: GroupAnswer, { bucket }: GroupChoice): GroupAnswer {
  if (bucket === undefined) return answer;
  const named = (group: ListGroup) => (group.key === null ? group : { ...group, name: bucketText(bucket, group.key) });
  return { ...answer, groups: answer.groups.map(named) };
}
