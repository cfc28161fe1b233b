import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queryKeys } from '../../../client/index.ts';
import type { DisplayView, ListView } from '../../../model/view/index.ts';
import type { QueryAnswer, QueryRequest, Where } from '../../../model/wire/index.ts';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { type ListState, whereOf } from '../state/list-state.ts';
import { type Below, byParent, hasBelow } from './tree-rows.ts';

type TreeDisplayView = Extract<DisplayView, { readonly kind: 'tree' }>;

/** Rows drawn at most below one node, and of a tree that is opened as a whole. */
export const rowLimit = 200;

/** The rows of a tree: the top at once, those below a node when it is opened. */
export function useTree(view: ListView, state: ListState, display: TreeDisplayView) {
  const page = usePageRuntime();
  const queries = useQueryClient();
  const [opened, setOpened] = useState<readonly string[]>([]);
  const path = view.page.api.query;
  const ask = (parent: string | null) => {
    const body = treeRequest(view, state, display, belowNode(display.parent, parent));
    return {
      queryKey: queryKeys.rows(view.page.entity, page.name, path, body),
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => page.call<QueryAnswer>(path, body, { signal }),
    };
  };
  const top = useQuery(ask(null));
  const answers = useQueries({ queries: opened.map(ask) });
  const below = new Map<string, Below>();
  const failed = new Map<string, () => void>();
  const loading = new Set<string>();
  for (const [index, id] of opened.entries()) {
    const answer = answers[index];
    if (answer?.data !== undefined) below.set(id, { rows: answer.data.list, isBounded: answer.data.next !== null });
    else if (answer?.isError === true) failed.set(id, () => void answer.refetch());
    else loading.add(id);
  }
  /** Opens everything when it is little; answers whether it was. */
  const openAll = async (): Promise<boolean> => {
    const answer = await page.call<QueryAnswer>(path, treeRequest(view, state, display, undefined));
    if (answer.next !== null) return false;
    const groups = byParent(answer.list, display.parent);
    const nodes = answer.list.filter((row) => hasBelow(row) && groups.has(row.id));
    for (const { id } of nodes) {
      const list = groups.get(id) ?? [];
      queries.setQueryData<QueryAnswer>(ask(id).queryKey, { ...answer, list });
    }
    setOpened(nodes.map((row) => row.id));
    return true;
  };
  return { top, below, failed, loading, opened, setOpened, openAll };
}

/** What is asked of the server: the rows below one node, the top ones, or simply all. */
function treeRequest(view: ListView, state: ListState, display: TreeDisplayView, own: Where | undefined): QueryRequest {
  const parts = [whereOf(state, view), own].filter((part) => part !== undefined);
  return {
    size: rowLimit,
    count: 'none',
    fields: [...new Set([...view.fields, display.parent])],
    ...(parts.length === 0 ? {} : { where: { and: parts } }),
    ...(view.page.sort === undefined ? {} : { sort: view.page.sort }),
  };
}

function belowNode(field: string, parent: string | null): Where {
  return parent === null ? { field, op: 'isNull' } : { field, op: 'eq', value: parent };
}
