import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useCallback } from 'react';
import { ApiRefusal, invalidateEntities } from '../../../client/index.ts';
import { entityOfPage } from '../../../model/documents/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import { newIdempotencyKey } from '../../calls/action-call.ts';
import { refusalWords } from '../../calls/refusal-words.ts';
import { useText } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { useUndo } from '../../undo/use-undo.ts';

/** Moves a row before or behind another one. */
export type MoveRow = (id: string, beside: string, side: 'before' | 'after') => Promise<void>;

/** Moves a row of the page at once on the server, and offers to take it back. */
export function useMoveRow(api: string, rows: readonly WireRecord[], label: string): MoveRow {
  const t = useText();
  const page = usePageRuntime();
  const queries = useQueryClient();
  const offerUndo = useUndo();
  const { message } = App.useApp();
  return useCallback(
    async (id, beside, side) => {
      const place = placeOf(id, rows);
      if (place === undefined || isThere(place, beside, side)) return;
      const entity = entityOfPage(page.bundle.page);
      const renew = () => invalidateEntities(queries, entity === undefined ? [] : [entity]);
      try {
        await page.call(api, { id, [side]: beside }, { idempotencyKey: newIdempotencyKey() });
      } catch (error) {
        if (!(error instanceof ApiRefusal)) throw error;
        if (!error.endsSession) message.error(refusalWords(error, t));
        await renew();
        return;
      }
      const words = t('engine.order.moved', { name: String(rows[place.from]?.[label] ?? '') });
      offerUndo({ key: `move ${id}`, words, api, body: { id, ...backTo(place) }, renew });
      await renew();
    },
    [t, api, rows, label, page, queries, offerUndo, message],
  );
}

/** Where a row stands among the others. */
type Place = { readonly from: number; readonly others: readonly WireRecord[] };

function placeOf(id: string, rows: readonly WireRecord[]): Place | undefined {
  const from = rows.findIndex((row) => row.id === id);
  return from === -1 ? undefined : { from, others: rows.filter((row) => row.id !== id) };
}

function isThere({ from, others }: Place, beside: string, side: 'before' | 'after'): boolean {
  return from === others.findIndex((row) => row.id === beside) + (side === 'before' ? 0 : 1);
}

/** What takes a row back to where it stood. */
function backTo({ from, others }: Place) {
  const next = others[from];
  return next === undefined ? { after: others.at(-1)?.id } : { before: next.id };
}
