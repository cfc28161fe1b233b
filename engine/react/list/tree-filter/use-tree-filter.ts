import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryKeys } from '../../../client/index.ts';
import type { TreeFilterView } from '../../../model/view/index.ts';
import type { QueryAnswer, QueryRequest } from '../../../model/wire/index.ts';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { treeFilterNodes } from './tree-filter-nodes.ts';

/** Most nodes of a tree that is drawn whole. */
export const maxNodes = 1000;

/** The nodes of the tree beside a list, read as a whole. */
export function useTreeFilter(view: TreeFilterView) {
  const page = usePageRuntime();
  const body: QueryRequest = {
    size: maxNodes,
    count: 'none',
    fields: view.fields,
    ...(view.tree.order === undefined ? {} : { sort: [view.tree.order] }),
  };
  const query = useQuery({
    queryKey: queryKeys.rows(view.entity.document.name, page.name, view.queryApi, body),
    queryFn: ({ signal }) => page.call<QueryAnswer>(view.queryApi, body, { signal }),
  });
  const { data } = query;
  const nodes = useMemo(() => (data === undefined ? undefined : treeFilterNodes(data.list, view)), [data, view]);
  return { query, nodes, isBounded: data !== undefined && data.next !== null };
}
