import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useCallback, useMemo } from 'react';
import { ApiRefusal, invalidateEntities, queryKeys } from '../../../client/index.ts';
import type { QueryAnswer, QueryRequest, TreeFilterView } from '../../../model/index.ts';
import { newIdempotencyKey } from '../../calls/action-call.ts';
import { useText } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { useAnnounce } from '../../page/announcements.tsx';
import { offerUndo } from '../../undo/offer-undo.tsx';
import { type Place, type TreeFilterNode, treeFilterNodes } from './tree-filter-nodes.ts';

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

/** Moves a node: the server says whether it goes there, and for a while it can be taken back. */
export function useMoveNode(view: TreeFilterView): (node: TreeFilterNode, from: Place, to: Place) => Promise<void> {
  const t = useText();
  const page = usePageRuntime();
  const queries = useQueryClient();
  const say = useAnnounce();
  const { message, notification } = App.useApp();
  return useCallback(
    async (node, from, to) => {
      const { moveApi, entity } = view;
      if (moveApi === undefined) return;
      const { id } = node.record;
      const put = async (place: Place): Promise<boolean> => {
        try {
          await page.call(moveApi, { id, ...place }, { idempotencyKey: newIdempotencyKey() });
          return true;
        } catch (error) {
          if (!(error instanceof ApiRefusal)) throw error;
          if (!error.endsSession) message.error(error.message);
          return false;
        } finally {
          await invalidateEntities(queries, [entity.document.name]);
        }
      };
      if (!(await put(to))) return;
      const words = t('engine.list.treeFilter.moved', { name: node.label });
      say(words);
      offerUndo(notification, `aside:${id}`, words, t('engine.tasks.undo'), async () => {
        if (await put(from)) message.success(t('engine.list.treeFilter.movedBack', { name: node.label }));
      });
    },
    [view, page, queries, say, message, notification, t],
  );
}
