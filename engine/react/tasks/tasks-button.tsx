import { CarryOutOutlined, SyncOutlined } from '@ant-design/icons';
import { Badge, Button, Tooltip } from 'antd';
import { Suspense } from 'react';
import { useEngine } from '../host/engine-context.tsx';
import { lazyPart } from '../parts/lazy-part.tsx';
import { useTaskWatch } from './task-watch.tsx';
import './tasks.css';
import { useAreTasksOpen } from './use-tasks.ts';

// Looked at now and then; a page that is only read never loads it.
const TasksDrawer = lazyPart(async () => (await import('./tasks-drawer.tsx')).TasksDrawer);

/** The button of the user's background work with the number that runs; it tells the end of each. Once per window. */
export function TasksButton({
  seesAll = false,
}: {
  /** Whether the user may see the work of others. */ readonly seesAll?: boolean;
}) {
  const { t, tasks } = useEngine();
  const { data } = useTaskWatch();
  const isOpen = useAreTasksOpen();
  const count = data?.length ?? 0;
  const title = count === 0 ? t('engine.tasks.title') : t('engine.tasks.running', { count });
  return (
    <>
      <Tooltip title={title}>
        <Badge count={count} size="small" offset={[-6, 6]} className="engine-tasks-badge">
          <Button
            type="text"
            aria-label={title}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            icon={count > 0 ? <SyncOutlined spin aria-hidden="true" /> : <CarryOutOutlined aria-hidden="true" />}
            onClick={() => tasks.show(true)}
          />
        </Badge>
      </Tooltip>
      {isOpen ? (
        <Suspense fallback={null}>
          <TasksDrawer seesAll={seesAll} onClose={() => tasks.show(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
