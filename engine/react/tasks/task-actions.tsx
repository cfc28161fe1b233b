import { DownloadOutlined, UndoOutlined } from '@ant-design/icons';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useState } from 'react';
import { v4 as uuid } from 'uuid';
import { ApiRefusal, queryKeys } from '../../client/index.ts';
import type { BackgroundJob } from '../../model/wire/index.ts';
import { formatNumber } from '../formats/format.ts';
import { useEngine } from '../host/engine-context.tsx';
import { isFileGone, isUnfinished, type UndoCall, undoOf, writesRows } from './task-facts.ts';
import { taskPaths } from './task-paths.ts';
import { fileWord } from './task-words.ts';
import { useDownload } from './use-download.ts';
import { useFollowTask } from './use-tasks.ts';

type TaskActionsProps = { readonly job: BackgroundJob; readonly now: number; readonly isUndone: boolean };

/** What can be done about a job now: stop it, fetch its file, take it back. */
export function TaskActions({ job, now, isUndone }: TaskActionsProps) {
  const undo = undoOf(job);
  if (isUnfinished(job)) return job.cancelAt === null ? <CancelButton job={job} /> : null;
  if (job.fileId === null && undo === undefined) return null;
  return (
    <div className="engine-task-actions">
      {job.fileId === null ? null : <FileButton job={job} fileId={job.fileId} isGone={isFileGone(job, now)} />}
      {undo === undefined ? null : <UndoButton job={job} undo={undo} isUndone={isUndone} />}
    </div>
  );
}

/** Stops a job; asked first where rows it has written stay written. */
function CancelButton({ job }: { readonly job: BackgroundJob }) {
  const { client, t } = useEngine();
  const { modal, message } = App.useApp();
  const queries = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => client.call(taskPaths.cancel, { id: job.id }, { quiet: true }),
    onError: (error) => {
      if (error instanceof ApiRefusal && !error.endsSession) message.warning(error.message);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.tasks() }),
  });
  const ask = () => {
    if (!writesRows(job) || job.done === 0) return cancel.mutate();
    modal.confirm({
      title: t('engine.tasks.cancelTitle', { title: job.title }),
      content: t('engine.tasks.cancelHint', { count: formatNumber(job.done) }),
      okText: t('engine.tasks.cancel'),
      okButtonProps: { danger: true },
      cancelText: t('engine.tasks.goOn'),
      onOk: () => cancel.mutateAsync().catch(() => undefined),
    });
  };
  return (
    <div className="engine-task-actions">
      <Button
        size="small"
        loading={cancel.isPending}
        onClick={ask}
        aria-label={`${t('engine.tasks.cancel')} ${job.title}`}
      >
        {t('engine.tasks.cancel')}
      </Button>
    </div>
  );
}

type FileButtonProps = { readonly job: BackgroundJob; readonly fileId: string; readonly isGone: boolean };

function FileButton({ job, fileId, isGone }: FileButtonProps) {
  const { t } = useEngine();
  const download = useDownload();
  const [busy, setBusy] = useState(false);
  if (isGone) return <span className="engine-quiet">{t('engine.tasks.fileGone')}</span>;
  const fetchFile = () => {
    setBusy(true);
    void download(fileId).finally(() => setBusy(false));
  };
  return (
    <Button size="small" icon={<DownloadOutlined aria-hidden="true" />} loading={busy} onClick={fetchFile}>
      {fileWord(job, t)}
    </Button>
  );
}

type UndoButtonProps = { readonly job: BackgroundJob; readonly undo: UndoCall; readonly isUndone: boolean };

/** Takes back what a job did, in another job. */
function UndoButton({ job, undo, isUndone }: UndoButtonProps) {
  const { client, t } = useEngine();
  const { modal, message } = App.useApp();
  const follow = useFollowTask();
  const [isStarted, setIsStarted] = useState(false);
  if (isUndone || isStarted)
    return <span className="engine-quiet">{t(isUndone ? 'engine.tasks.undone' : 'engine.tasks.undoing')}</span>;
  const ask = () => {
    // The same intention, however often it is sent.
    const idempotencyKey = uuid();
    modal.confirm({
      title: t('engine.tasks.undoTitle', { title: job.title }),
      content: t('engine.tasks.undoHint'),
      okText: t('engine.tasks.undo'),
      onOk: async () => {
        try {
          const call = { idempotencyKey, quiet: true };
          const { jobId } = await client.callAt<{ readonly jobId: string }>(undo.path, undo.body, call);
          setIsStarted(true);
          follow(jobId);
        } catch (error) {
          if (!(error instanceof ApiRefusal)) throw error;
          if (!error.endsSession) message.error(error.message);
        }
      },
    });
  };
  return (
    <Button
      size="small"
      icon={<UndoOutlined aria-hidden="true" />}
      onClick={ask}
      aria-label={`${t('engine.tasks.undo')} ${job.title}`}
    >
      {t('engine.tasks.undo')}
    </Button>
  );
}
