import { App } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { v4 as uuid } from 'uuid';
import { ApiRefusal } from '../../client/index.ts';
import type { FileAddress, ImportInspection, ImportRun } from '../../model/wire/index.ts';
import { useEngine } from '../host/engine-context.tsx';
import { usePageRuntime } from '../host/page-runtime.ts';
import { taskPaths } from '../tasks/task-paths.ts';
import { saveFrom } from '../tasks/use-download.ts';
import { useFollowTask } from '../tasks/use-tasks.ts';
import { firstPlan, type ImportPlan } from './import-plan.ts';

/** Where an import stands: no table yet, a table whose columns are chosen, a trial, the import itself. */
export type ImportStage =
  | { readonly kind: 'upload' }
  | { readonly kind: 'mapping' }
  | { readonly kind: 'trial' | 'run'; readonly jobId: string };

/** An import from the first look at a table to its end. Each refusal is kept to be shown where one is. */
export function useImport(api: string) {
  const { client } = useEngine();
  const page = usePageRuntime();
  const follow = useFollowTask();
  const [stage, setStage] = useState<ImportStage>({ kind: 'upload' });
  const [plan, setPlan] = useState<ImportPlan>();
  const [progress, setProgress] = useState<number>();
  const { refusal, setRefusal, busy, attempt } = useAttempt();
  const askAgain = useAskAgain();
  const abort = useRef<AbortController>(undefined);

  const upload = (file: File) =>
    attempt(async () => {
      abort.current = new AbortController();
      const call = { quiet: true, signal: abort.current.signal, onProgress: setProgress };
      try {
        setProgress(0);
        const kept = await client.upload(taskPaths.upload, file, call);
        const inspection = await page.call<ImportInspection>(api, { mode: 'inspect', fileId: kept.id });
        setPlan(firstPlan(kept, inspection));
        setStage({ kind: 'mapping' });
      } finally {
        setProgress(undefined);
      }
    });
  const start = (dryRun: boolean, again = false): Promise<void> =>
    attempt(async () => {
      if (plan === undefined) return;
      try {
        const { jobId } = await page.call<{ readonly jobId: string }>(api, runBody(plan, dryRun, again), {
          idempotencyKey: uuid(),
        });
        follow(jobId, false);
        setStage({ kind: dryRun ? 'trial' : 'run', jobId });
      } catch (error) {
        if (!(error instanceof ApiRefusal) || error.detail.code !== 'E_IMPORT_REPEATED') throw error;
        askAgain(error.message, () => start(dryRun, true));
      }
    });
  return {
    stage,
    plan,
    /** How much of the table has been sent; undefined while none is being sent. */
    progress,
    refusal,
    busy,
    upload,
    stopUpload: () => abort.current?.abort(),
    saveTemplate: () => attempt(async () => saveFrom(await page.call<FileAddress>(api, { mode: 'template' }))),
    change: setPlan,
    start,
    back: (kind: 'upload' | 'mapping') => {
      setRefusal(undefined);
      setStage({ kind });
    },
  };
}

export type Import = ReturnType<typeof useImport>;

function runBody(
  { file, mapping, policy, by }: ImportPlan,
  dryRun: boolean,
  again: boolean,
): ImportRun & { mode: 'run' } {
  return { mode: 'run', fileId: file.id, mapping, policy, by, dryRun, ...(again ? { again } : {}) };
}

/** Does one thing at a time and keeps why it was refused. */
function useAttempt() {
  const [refusal, setRefusal] = useState<ApiRefusal>();
  const [busy, setBusy] = useState(false);
  const attempt = async (run: () => Promise<void>) => {
    setBusy(true);
    setRefusal(undefined);
    try {
      await run();
    } catch (error) {
      // Whoever stops an upload knows that it was stopped.
      if (error instanceof ApiRefusal && !error.endsSession) setRefusal(error);
    } finally {
      setBusy(false);
    }
  };
  return { refusal, setRefusal, busy, attempt };
}

/** The same table once more is usually a mistake: asks whether it is meant. */
function useAskAgain(): (words: string, onOk: () => Promise<void>) => void {
  const { t } = useEngine();
  const { modal } = App.useApp();
  return useMemo(
    () => (words, onOk) => {
      modal.confirm({ title: t('engine.import.againTitle'), content: words, okText: t('engine.import.again'), onOk });
    },
    [t, modal],
  );
}
