import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { queryKeys } from '../../../client/index.ts';
import type { DatasetDocument, EntityDocument } from '../../../model/documents/index.ts';
import type { TreeNodes } from '../../../model/drill/index.ts';
import { resolvePath } from '../../../model/entity/index.ts';
import { apiBase } from '../../../model/naming/index.ts';
import type { DashboardView, ViewContext } from '../../../model/view/index.ts';
import type { QueryAnswer, QueryRequest } from '../../../model/wire/index.ts';
import { usePageRuntime } from '../../host/page-runtime.ts';

/** Rows asked for at once; a larger tree is not drawn as one. */
const maxNodes = 1000;

/** A tree that values are chosen from, or what keeps it away. */
export type LoadedTree = {
  readonly nodes: TreeNodes;
  /** Whether they are still on their way. */
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
};

/** The trees that the filters of a dashboard, and the dimensions its numbers lead from, refer to. */
export function useTrees(view: DashboardView): ReadonlyMap<string, LoadedTree> {
  const page = usePageRuntime();
  const entities = useMemo(() => treesOf(view, page.context), [view, page]);
  return useQueries({
    queries: entities.map((entity) => {
      const path = `${apiBase(entity)}/query`;
      const body = treeRequest(entity);
      return {
        queryKey: queryKeys.rows(entity.name, page.name, path, body),
        queryFn: ({ signal }: { readonly signal: AbortSignal }) => page.call<QueryAnswer>(path, body, { signal }),
        staleTime: 60_000,
      };
    }),
    combine: useCallback(
      (answers: readonly UseQueryResult<QueryAnswer>[]) =>
        new Map(entities.map((entity, index) => [entity.name, loadedTree(entity, answers[index])])),
      [entities],
    ),
  });
}

function loadedTree(entity: EntityDocument, answer: UseQueryResult<QueryAnswer> | undefined): LoadedTree {
  return {
    nodes: nodesOf(entity, answer?.data),
    isPending: answer?.isPending ?? true,
    error: answer?.error ?? null,
    retry: () => void answer?.refetch(),
  };
}

function treesOf(view: DashboardView, context: ViewContext): readonly EntityDocument[] {
  const names = new Set([
    ...view.filters.map(({ field }) => field.ref),
    ...view.cards.flatMap(({ card }) =>
      card !== undefined && 'dataset' in card ? levelledBy(context.datasets.get(card.dataset), context) : [],
    ),
  ]);
  return [...names].flatMap((name) => {
    const entity = context.entities.get(name ?? '');
    const isOpen = entity?.tree !== undefined && context.operations.has(`${apiBase(entity)}/query`);
    return entity !== undefined && isOpen ? [entity] : [];
  });
}

/** The entities whose rows a dataset sums up by their level. */
function levelledBy(dataset: DatasetDocument | undefined, context: ViewContext): readonly (string | undefined)[] {
  const entity = context.entities.get(dataset?.entity ?? '');
  if (entity === undefined) return [];
  return (dataset?.dimensions ?? []).map(({ level, field }) =>
    level === undefined || field === undefined ? undefined : resolvePath(context.entities, entity, field)?.field.ref,
  );
}

function treeRequest({ label, tree }: EntityDocument): QueryRequest {
  return { size: maxNodes, count: 'none', fields: [label, ...(tree === undefined ? [] : [tree.parent])] };
}

function nodesOf({ label, tree }: EntityDocument, answer: QueryAnswer | undefined): TreeNodes {
  return new Map(
    (answer?.list ?? []).map((row) => {
      const parent: unknown = row[tree?.parent ?? ''];
      return [
        row.id,
        { id: row.id, label: String(row[label] ?? row.id), parent: typeof parent === 'string' ? parent : null },
      ];
    }),
  );
}
