import { Alert, Skeleton } from 'antd';
import { useEffect } from 'react';
import type { BackgroundJob } from '../../model/wire/index.ts';
import { FaultBlock } from '../faults/fault-block.tsx';
import { formatNumber } from '../formats/format.ts';
import { useEngine } from '../host/engine-context.tsx';
import { rowSource } from '../tasks/row-source.ts';
import { TaskActions } from '../tasks/task-actions.tsx';
import { countIn, isUnfinished } from '../tasks/task-facts.ts';
import { TaskProgress } from '../tasks/task-item.tsx';
import { BadRows } from '../tasks/task-rows.tsx';
import { adviceFor } from '../tasks/task-words.ts';
import '../tasks/tasks.css';
import { useTask } from '../tasks/use-tasks.ts';

type ImportJobProps = {
  readonly jobId: string;
  /** Whether nothing is written. */
  readonly isTrial: boolean;
};

/** The third and fourth step: how far the trial or the import is, and what became of the rows. */
export function ImportJob({ jobId, isTrial }: ImportJobProps) {
  const { t, tasks } = useEngine();
  const { data: job, error, refetch } = useTask(jobId);
  // Seen here: its end need not be told besides.
  useEffect(() => tasks.watch(jobId), [tasks, jobId]);
  if (job === undefined && error !== null) return <FaultBlock error={error} onRetry={() => void refetch()} />;
  if (job === undefined) return <Skeleton active title={false} />;
  if (isUnfinished(job))
    return (
      <div className="engine-import-progress" role="status">
        <p>{t(isTrial ? 'engine.import.trying' : 'engine.import.running')}</p>
        <TaskProgress job={job} />
        <TaskActions job={job} now={0} isUndone={false} />
      </div>
    );
  if (job.status !== 'done')
    return (
      <>
        <Alert
          type={job.status === 'failed' ? 'error' : 'info'}
          showIcon
          message={job.message ?? t(`engine.tasks.status.${job.status}`)}
          description={job.status === 'failed' ? adviceFor(job, t) : undefined}
        />
        <TaskActions job={job} now={0} isUndone={false} />
      </>
    );
  return <ImportOutcome job={job} isTrial={isTrial} />;
}

const counts = ['created', 'updated', 'duplicated', 'failed'] as const;

function ImportOutcome({ job, isTrial }: { readonly job: BackgroundJob; readonly isTrial: boolean }) {
  const { t } = useEngine();
  const bad = rowSource(job);
  return (
    <div className="engine-import-outcome">
      <Alert
        type={bad === undefined ? 'success' : 'warning'}
        showIcon
        message={outcomeWords(job, isTrial, t)}
        description={isTrial ? t('engine.import.trialHint') : undefined}
      />
      <dl className="engine-import-counts">
        {counts.map((key) => (
          <div key={key} className={`engine-import-count-${key}`}>
            <dt>{t(`engine.import.count.${key}`)}</dt>
            <dd>{formatNumber(countIn(job, key))}</dd>
          </div>
        ))}
      </dl>
      <TaskActions job={job} now={0} isUndone={false} />
      {bad === undefined ? null : (
        <section aria-label={t('engine.import.badRows')}>
          <h2>{t('engine.import.badRows')}</h2>
          <BadRows jobId={job.id} source={bad} />
        </section>
      )}
    </div>
  );
}

function outcomeWords(job: BackgroundJob, isTrial: boolean, t: ReturnType<typeof useEngine>['t']): string {
  const told = { total: formatNumber(countIn(job, 'total')), success: formatNumber(countIn(job, 'success')) };
  return t(isTrial ? 'engine.import.trialDone' : 'engine.import.done', told);
}
