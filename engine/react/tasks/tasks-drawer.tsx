import { CarryOutOutlined } from '@ant-design/icons';
import { Button, Drawer, Segmented, Skeleton } from 'antd';
import { useState } from 'react';
import type { BackgroundJob } from '../../model/wire/index.ts';
import { FaultBlock, Notice } from '../faults/fault-block.tsx';
import { useText } from '../host/engine-context.tsx';
import { undoneJobs } from './task-facts.ts';
import { TaskItem } from './task-item.tsx';
import { useNow } from './use-now.ts';
import { type TaskOwner, useFinishedTasks, useOthersRunning, useRunningTasks } from './use-tasks.ts';

type TasksDrawerProps = {
  /** Whether the user may see the work of others. */
  readonly seesAll: boolean;
  readonly onClose: () => void;
};

/** Background work: what runs, and below it what is over. It is read from the server, so a reload loses nothing. */
export function TasksDrawer({ seesAll, onClose }: TasksDrawerProps) {
  const t = useText();
  const [owner, setOwner] = useState<TaskOwner>('mine');
  return (
    <Drawer
      open
      title={t('engine.tasks.title')}
      width="min(520px, 100vw)"
      onClose={onClose}
      rootClassName="engine-tasks-drawer"
    >
      {seesAll ? (
        <Segmented
          className="engine-tasks-owner"
          aria-label={t('engine.tasks.owner')}
          value={owner}
          options={owners.map((value) => ({ value, label: t(`engine.tasks.owner.${value}`) }))}
          onChange={setOwner}
        />
      ) : null}
      <Tasks key={owner} owner={owner} />
    </Drawer>
  );
}

const owners: readonly TaskOwner[] = ['mine', 'everyone'];

function Tasks({ owner }: { readonly owner: TaskOwner }) {
  const t = useText();
  // How long ago something was stays true while the list is open.
  const now = useNow(30_000);
  const own = useRunningTasks();
  const others = useOthersRunning(owner === 'everyone');
  const running = owner === 'mine' ? own : others;
  const finished = useFinishedTasks(owner);
  const error = running.error ?? finished.error;
  const over = finished.data?.pages.flatMap(({ list }) => list);
  if (running.data === undefined || over === undefined) {
    if (error === null) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
    return <FaultBlock error={error} onRetry={() => void Promise.all([running.refetch(), finished.refetch()])} />;
  }
  if (running.data.length + over.length === 0)
    return (
      <Notice
        icon={<CarryOutOutlined aria-hidden="true" />}
        title={t('engine.tasks.none')}
        detail={t('engine.tasks.noneHint')}
      />
    );
  // A job that ended between the two answers is in both or in none; the later answer counts.
  const ids = new Set(over.map(({ id }) => id));
  const active = running.data.filter(({ id }) => !ids.has(id));
  return (
    <>
      <TaskGroup title={t('engine.tasks.group.running')} jobs={active} now={now} undone={new Set()} />
      <TaskGroup title={t('engine.tasks.group.finished')} jobs={over} now={now} undone={undoneJobs(over)} />
      {finished.hasNextPage ? (
        <Button block loading={finished.isFetchingNextPage} onClick={() => void finished.fetchNextPage()}>
          {t('engine.loadMore')}
        </Button>
      ) : null}
    </>
  );
}

type TaskGroupProps = {
  readonly title: string;
  readonly jobs: readonly BackgroundJob[];
  readonly undone: ReadonlySet<string>;
  readonly now: number;
};

function TaskGroup({ title, jobs, undone, now }: TaskGroupProps) {
  if (jobs.length === 0) return null;
  return (
    <section className="engine-tasks-group" aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {jobs.map((job) => (
          <TaskItem key={job.id} job={job} now={now} isUndone={undone.has(job.id)} />
        ))}
      </ul>
    </section>
  );
}
