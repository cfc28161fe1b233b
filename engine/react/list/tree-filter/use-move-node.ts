import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useCallback } from 'react';
import { ApiRefusal, invalidateEntities } from '../../../client/index.ts';
import { newIdempotencyKey } from '../../calls/action-call.ts';
import { faultWords } from '../../calls/refusal-words.ts';
import { useText } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { useAnnounce } from '../../page/announcements.tsx';
import { offerUndo } from '../../undo/offer-undo.tsx';
import type { Place } from './tree-filter-nodes.ts';

/** A node that is moved, and what it is called. */
type Moved = { readonly id: string; readonly label: string };

/**
 * Moves a node of a tree: the server says whether it goes there, and whether somebody has put it elsewhere since it was
 * read; for a while it can be taken back. Does nothing without an address.
 */
export function useMoveNode(
  api: string | undefined,
  entity: string,
): (node: Moved, from: Place, to: Place) => Promise<void> {
  const t = useText();
  const page = usePageRuntime();
  const queries = useQueryClient();
  const say = useAnnounce();
  const { message, notification } = App.useApp();
  return useCallback(
    async (node, from, to) => {
      if (api === undefined) return;
      const { id } = node;
      const put = async (place: Place, seen: Place): Promise<boolean> => {
        try {
          await page.call(api, { id, ...place, from: seen.parentId }, { idempotencyKey: newIdempotencyKey() });
          return true;
        } catch (error) {
          if (!(error instanceof ApiRefusal)) throw error;
          if (!error.endsSession) message.error(faultWords(error, t));
          return false;
        }
      };
      const renew = () => invalidateEntities(queries, [entity]);
      // What was done is told before what is shown has come again.
      if (await put(to, from)) {
        const words = t('engine.list.treeFilter.moved', { name: node.label });
        say(words);
        offerUndo(notification, `aside:${id}`, words, t('engine.tasks.undo'), async () => {
          if (await put(from, to)) message.success(t('engine.list.treeFilter.movedBack', { name: node.label }));
          await renew();
        });
      }
      await renew();
    },
    [api, entity, page, queries, say, message, notification, t],
  );
}
