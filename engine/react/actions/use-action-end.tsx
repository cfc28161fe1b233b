import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useMemo } from 'react';
import { invalidateEntities } from '../../client/index.ts';
import { type ActionView, entityOfPage } from '../../model/index.ts';
import { useEngine } from '../engine-context.tsx';
import { usePageRuntime } from '../page/page-runtime.ts';
import { undoCall } from '../undo/undo-call.ts';
import { useUndo } from '../undo/use-undo.ts';
import { type ActionAnswer, type ActionUse, newIdempotencyKey } from './action-call.ts';
import { BulkResult } from './bulk-result.tsx';
import { labelOfRecord } from './record-label.ts';
import { useSteps } from './use-steps.ts';
import { useTellOnce } from './use-tell-once.tsx';

/** What follows a call that succeeded: the toast or the result per row, and fresh data. */
export function useActionEnd() {
  const { t } = useEngine();
  const page = usePageRuntime();
  const queries = useQueryClient();
  const { message, modal } = App.useApp();
  const runSteps = useSteps();
  const tellOnce = useTellOnce();
  const offerUndo = useUndo();
  return useMemo(
    () => (use: ActionUse, outcome: ActionAnswer) => {
      const { rows: answer, once } = outcome;
      const { action, target } = use;
      const entities = entitiesTouched(action, page.bundle);
      if (answer !== undefined && answer.failed > 0 && target.kind === 'rows') {
        const names = new Map(target.records.map((record) => [record.id, labelOfRecord(record, page.bundle)]));
        modal.warning({
          title: t('engine.bulk.result', { done: answer.done, failed: answer.failed }),
          content: <BulkResult answer={answer} names={names} noReason={t('engine.action.failed')} />,
          width: 520,
        });
      } else if (target.kind !== 'matching' && action.success !== '') {
        const count = answer?.done;
        const words =
          count === undefined ? (action.success ?? t('engine.action.done')) : t('engine.bulk.done', { count });
        const undo = undoCall(use, outcome, page);
        if (undo === undefined) message.success(words);
        else
          offerUndo({
            ...undo,
            key: newIdempotencyKey(),
            words,
            ...(target.kind === 'record' ? { detail: labelOfRecord(target.record, page.bundle) } : {}),
            renew: () => invalidateEntities(queries, entities),
          });
      }
      if (once !== undefined) tellOnce(action.title, once);
      void invalidateEntities(queries, entities);
      use.onDone?.();
      void runSteps(use, outcome);
    },
    [t, page, queries, message, modal, runSteps, tellOnce, offerUndo],
  );
}

/** A write touches its own entity and, by what the server does along with it, that of the page. */
function entitiesTouched(action: ActionView, bundle: ReturnType<typeof usePageRuntime>['bundle']): readonly string[] {
  const own = action.operation !== undefined && action.operation.kind !== 'dataset' ? [action.operation.entity] : [];
  const ofPage = entityOfPage(bundle.page);
  const tabs = bundle.page.kind === 'panorama' ? bundle.page.tabs : [];
  return [
    ...own,
    ...(ofPage === undefined ? [] : [ofPage]),
    ...tabs.flatMap((tab) => ('entity' in tab ? tab.entity : [])),
  ];
}
