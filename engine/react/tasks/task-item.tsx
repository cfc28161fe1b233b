import {
  CheckCircleFilled,
  ClockCircleOutlined,
  CloseCircleFilled,
  LoadingOutlined,
  StopOutlined,
} from '@ant-design/icons';
import { Progress, Typography } from 'antd';
import type { ReactNode } from 'react';
import type { BackgroundJob, JobStatus } from '../../model/wire/index.ts';
import { formatMoment } from '../formats/time.ts';
import { useText } from '../host/engine-context.tsx';
import { TaskActions } from './task-actions.tsx';
import { isUnfinished, percentOf, timeLeft } from './task-facts.ts';
import { TaskRows } from './task-rows.tsx';
import { adviceFor, agoWords, leftWords, progressWords } from './task-words.ts';
import { useNow } from './use-now.ts';

type TaskItemProps = { readonly job: BackgroundJob; readonly now: number; readonly isUndone: boolean };

const icons: Readonly<Record<JobStatus, ReactNode>> = {
  pending: <ClockCircleOutlined />,
  running: <LoadingOutlined />,
  done: <CheckCircleFilled />,
  failed: <CloseCircleFilled />,
  cancelled: <StopOutlined />,
};

/** One job: what it is, how far it is or what became of it, and what can be done about it. */
export function TaskItem({ job, now, isUndone }: TaskItemProps) {
  const t = useText();
  const moment = job.finishedAt ?? job.createdAt;
  return (
    <li className={`engine-task engine-task-${job.status}`} data-task={job.id}>
      <span className="engine-task-icon" role="img" aria-label={t(`engine.tasks.status.${job.status}`)}>
        {icons[job.status]}
      </span>
      <div className="engine-task-content">
        <div className="engine-task-head">
          <strong title={job.title}>{job.title}</strong>
          {job.starter === undefined ? null : <span className="engine-quiet">{job.starter}</span>}
          <time dateTime={moment} title={formatMoment(moment, true)}>
            {agoWords(moment, now, t)}
          </time>
        </div>
        {isUnfinished(job) ? <TaskProgress job={job} /> : <TaskOutcome job={job} />}
        <TaskActions job={job} now={now} isUndone={isUndone} />
        <TaskRows job={job} />
      </div>
    </li>
  );
}

/** How far a job is, and how long it still takes. */
export function TaskProgress({ job }: { readonly job: BackgroundJob }) {
  const t = useText();
  const percent = percentOf(job);
  const left = timeLeft(job, useNow(1_000));
  return (
    <div className="engine-task-progress">
      <Progress
        percent={percent ?? 0}
        showInfo={false}
        size="small"
        status={job.cancelAt === null ? 'active' : 'normal'}
        aria-label={job.title}
        aria-valuetext={progressWords(job, t)}
      />
      <span>
        {progressWords(job, t)}
        {left === undefined ? null : <span className="engine-task-left">{leftWords(left, t)}</span>}
        {percent === undefined ? null : <b>{percent}%</b>}
      </span>
    </div>
  );
}

/** What became of a job: its result, or what went wrong and what to do about it. */
function TaskOutcome({ job }: { readonly job: BackgroundJob }) {
  const t = useText();
  if (job.status !== 'failed')
    return <p className="engine-task-message">{job.message ?? t(`engine.tasks.status.${job.status}`)}</p>;
  return (
    <div role="note">
      <p className="engine-task-message engine-task-fault">{job.message ?? t('engine.action.failed')}</p>
      <p className="engine-task-advice">{adviceFor(job, t)}</p>
      {job.requestId === null ? null : (
        <Typography.Text className="engine-task-advice" copyable={{ text: job.requestId, tooltips: false }}>
          {t('engine.fault.requestId', { id: job.requestId })}
        </Typography.Text>
      )}
    </div>
  );
}
