import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useCallback, useMemo } from 'react';
import { invalidateEntities } from '../../client/index.ts';
import { entityOfPage } from '../../model/documents/index.ts';
import type { ActionView } from '../../model/view/index.ts';
import { type ActionAnswer, type ActionUse, newIdempotencyKey } from '../calls/action-call.ts';
import { labelOfRecord } from '../calls/record-label.ts';
import { useEngine } from '../host/engine-context.tsx';
import { usePageRuntime } from '../host/page-runtime.ts';
import { waitingKey } from '../second/use-waiting.ts';
import type { FurtherStep } from '../undo/offer-undo.tsx';
import { undoCall } from '../undo/undo-call.ts';
import { useUndo } from '../undo/use-undo.ts';
import { BulkResult } from './bulk-result.tsx';
import { useSteps } from './use-steps.ts';
import { useTellOnce } from './use-tell-once.tsx';

/** What follows a call that succeeded: the toast or the result per row, fresh data, and its steps, which it answers the end of. */
export function useActionEnd() {
  const page = usePageRuntime();
  const queries = useQueryClient();
  const tell = useTellDone();
  const runSteps = useSteps();
  const tellOnce = useTellOnce();
  return useMemo(
    () => async (use: ActionUse, outcome: ActionAnswer) => {
      tell(use, outcome);
      if (outcome.once !== undefined) tellOnce(use.action.title, outcome.once);
      void invalidateEntities(queries, entitiesTouched(use.action, page.bundle)).then(() =>
        queries.invalidateQueries({ queryKey: waitingKey }),
      );
      use.onDone?.();
      // What follows is for what was done, not for what waits for another person.
      if (outcome.isWaiting !== true) await runSteps(use, outcome);
    },
    [page, queries, tell, runSteps, tellOnce],
  );
}

/** Tells what was done: the rows that were refused, else the toast, with the way back where there is one. */
function useTellDone(): (use: ActionUse, outcome: ActionAnswer) => void {
  const { t, open } = useEngine();
  const page = usePageRuntime();
  const queries = useQueryClient();
  const { message, modal } = App.useApp();
  const offerUndo = useUndo();
  return useCallback(
    (use, outcome) => {
      const { action, target } = use;
      const { rows } = outcome;
      if (rows !== undefined && rows.failed > 0 && target.kind === 'rows') {
        const names = new Map(target.records.map((record) => [record.id, labelOfRecord(record, page.bundle)]));
        modal.warning({
          title: t('engine.bulk.result', { done: rows.done, failed: rows.failed }),
          content: <BulkResult answer={rows} names={names} noReason={t('engine.action.failed')} />,
          width: 520,
        });
        return;
      }
      if (outcome.isWaiting === true) {
        message.info(t('engine.action.asked'));
        return;
      }
      if (target.kind === 'matching' || action.success === '') return;
      const { success = t('engine.action.done') } = action;
      const words = rows === undefined ? success : t('engine.bulk.done', { count: rows.done });
      const undo = undoCall(use, outcome, page);
      if (undo === undefined) {
        message.success(words);
        return;
      }
      offerUndo({
        ...undo,
        key: newIdempotencyKey(),
        words,
        renew: () => invalidateEntities(queries, entitiesTouched(action, page.bundle)),
        ...(target.kind === 'record' ? { detail: labelOfRecord(target.record, page.bundle) } : {}),
        ...furtherStep(use, { t, open }),
      });
    },
    [t, open, page, queries, message, modal, offerUndo],
  );
}

/** The page of the record that was just dealt with, where the action names one. */
function furtherStep(
  { action: { successPage }, target }: ActionUse,
  { t, open }: Pick<ReturnType<typeof useEngine>, 't' | 'open'>,
): { readonly further?: FurtherStep } {
  if (successPage === undefined || target.kind !== 'record') return {};
  const { id } = target.record;
  return { further: { words: t('engine.action.openIt'), run: () => open(successPage, { id }) } };
}

/** A write touches its own entity and, by what the server does along with it, that of the page. */
function entitiesTouched(action: ActionView, bundle: ReturnType<typeof usePageRuntime>['bundle']): readonly string[] {
  const own = action.operation !== undefined && action.operation.kind !== 'dataset' ? [action.operation.entity] : [];
  const { page } = bundle;
  const ofPage = entityOfPage(page);
  const tabs = page.kind === 'panorama' || page.kind === 'detail' ? (page.tabs ?? []) : [];
  return [
    ...own,
    ...(ofPage === undefined ? [] : [ofPage]),
    ...tabs.flatMap((tab) => ('entity' in tab ? tab.entity : [])),
  ];
}
