import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queryKeys } from '../../../client/index.ts';
import type { QueryAnswer, QueryRequest, Where } from '../../../model/wire/index.ts';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { type Below, byParent, hasBelow } from './tree-rows.ts';

/** Rows drawn at most below one node, and of a tree that is opened as a whole. */
export const rowLimit = 200;

/** Where the rows of a tree come from, and how they stand below one another. */
export type TreeSource = {
  readonly entity: string;
  /** Address the rows are asked at. */
  readonly path: string;
  readonly fields: readonly string[];
  /** Field that names the node above. */
  readonly parent: string;
  /** Which trees: conditions all nodes of a tree share. */
  readonly where: readonly Where[];
  readonly sort: readonly string[] | undefined;
};

/** The rows of a tree: the top at once, those below a node when it is opened. */
export function useTree(source: TreeSource) {
  const page = usePageRuntime();
  const queries = useQueryClient();
  const [opened, setOpened] = useState<readonly string[]>([]);
  const { path, parent: field } = source;
  const ask = (parent: string | null) => {
    const body = treeRequest(source, belowNode(field, parent));
    return {
      queryKey: queryKeys.rows(source.entity, page.name, path, body),
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
    const answer = await page.call<QueryAnswer>(path, treeRequest(source, undefined));
    if (answer.next !== null) return false;
    const groups = byParent(answer.list, field);
    const nodes = answer.list.filter((row) => hasBelow(row) && groups.has(row.id));
    for (const { id } of nodes) {
      const list = groups.get(id) ?? [];
      queries.setQueryData<QueryAnswer>(ask(id).queryKey, { ...answer, list });
    }
    setOpened(nodes.map((row) => row.id));
    return true;
  };
  /** Opens one node, if it is not open. */
  const open = (id: string) => setOpened((before) => (before.includes(id) ? before : [...before, id]));
  return { top, below, failed, loading, opened, setOpened, open, openAll };
}

/** What is asked of the server: the rows below one node, the top ones, or simply all. */
function treeRequest({ fields, parent, where, sort }: TreeSource, own: Where | undefined): QueryRequest {
  const parts = own === undefined ? where : [...where, own];
  return {
    size: rowLimit,
    count: 'none',
    fields: [...new Set([...fields, parent])],
    ...(parts.length === 0 ? {} : { where: { and: parts } }),
    ...(sort === undefined ? {} : { sort }),
  };
}

function belowNode(field: string, parent: string | null): Where {
  return parent === null ? { field, op: 'isNull' } : { field, op: 'eq', value: parent };
}
