import { useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useCallback, useEffect } from 'react';
import { ApiRefusal, invalidateEntities, queryKeys } from '../../client/index.ts';
import type { BackgroundJob } from '../../model/wire/index.ts';
import { useEngine } from '../host/engine-context.tsx';
import { isUnfinished, writesRows } from './task-facts.ts';
import { taskPaths } from './task-paths.ts';
import { fileWord } from './task-words.ts';
import { useDownload } from './use-download.ts';
import { useRunningTasks } from './use-tasks.ts';

/** Looks after running work: tells the end of each job, and has the lists it wrote to asked for again. */
export function useTaskWatch() {
  const { client, tasks } = useEngine();
  const running = useRunningTasks(true);
  const settle = useSettle();
  const { data, dataUpdatedAt } = running;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is looked at, also one that says the same
  useEffect(() => {
    if (data === undefined) return;
    const present = new Set(data.map(({ id }) => id));
    for (const id of present) tasks.await(id);
    for (const id of tasks.awaited) if (!present.has(id)) void look(id);
    async function look(id: string) {
      try {
        const job = await client.call(taskPaths.view, { id }, { quiet: true });
        if (!isUnfinished(job) && tasks.settle(id)) settle(job);
      } catch (error) {
        if (!(error instanceof ApiRefusal)) throw error;
        // Without an answer it is asked for again; a job that is gone is nothing to wait for.
        if (error.code !== 'network') tasks.settle(id);
      }
    }
  }, [data, dataUpdatedAt, client, tasks, settle]);
  useEffect(() => () => tasks.forget(), [tasks]);
  return running;
}

function useSettle(): (job: BackgroundJob) => void {
  const { tasks } = useEngine();
  const queries = useQueryClient();
  const tell = useTellEnd();
  return useCallback(
    (job) => {
      void queries.invalidateQueries({ queryKey: queryKeys.tasks('finished') });
      if (writesRows(job) && job.entity !== null) void invalidateEntities(queries, [job.entity]);
      // Whoever looks at the list, or at the job itself, sees it there.
      if (!tasks.isOpen() && !tasks.isWatched(job.id)) tell(job);
    },
    [tasks, queries, tell],
  );
}

/** Says that a job is over, with what can be done now. */
function useTellEnd(): (job: BackgroundJob) => void {
  const { t, tasks } = useEngine();
  const { notification } = App.useApp();
  const download = useDownload();
  return useCallback(
    (job) => {
      const { id, title, message, status, fileId } = job;
      const kind = status === 'done' ? 'success' : status === 'failed' ? 'error' : 'info';
      const close = () => notification.destroy(id);
      notification[kind]({
        key: id,
        message: title,
        description: message ?? t(`engine.tasks.status.${status}`),
        duration: fileId === null && status !== 'failed' ? 5 : 12,
        btn:
          fileId === null ? (
            <Button
              size="small"
              onClick={() => {
                close();
                tasks.show(true);
              }}
            >
              {t('engine.tasks.see')}
            </Button>
          ) : (
            <Button type="primary" size="small" onClick={() => void download(fileId).then(close)}>
              {fileWord(job, t)}
            </Button>
          ),
      });
    },
    [t, tasks, notification, download],
  );
}
