import { LockOutlined } from '@ant-design/icons';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../host/engine-context.tsx';
import type { Asked } from './asked.ts';
import { FaultBlock, Notice } from './fault-block.tsx';
import { isPassing, StaleNote } from './stale-note.tsx';

/** Whether nothing was asked for and nothing will be: the reader may not, or there is nothing to ask for yet. */
export function isUnasked({ data, error, fetchStatus }: Asked<unknown>): boolean {
  return data === undefined && error === null && fetchStatus === 'idle';
}

type QueryStateProps<Data> = {
  readonly query: Asked<Data>;
  /** What stands in its place while it is on its way. */
  readonly waiting?: ReactNode;
  /** Only what was answered is drawn here: what is empty says so itself, and is known to be empty. */
  readonly children: (data: Data) => ReactNode;
};

/** What was asked for once it is there; until then that it is on its way, that it failed and can be tried again, or that the reader may not see it. */
export function QueryState<Data>({ query, waiting = <Waiting />, children }: QueryStateProps<Data>) {
  const { data, error } = query;
  const retry = () => void query.refetch();
  if (error !== null && (data === undefined || !isPassing(error))) return <FaultBlock error={error} onRetry={retry} />;
  if (isUnasked(query)) return <Closed />;
  if (data === undefined) return waiting;
  return (
    <>
      <StaleNote error={error} onRetry={retry} />
      {children(data)}
    </>
  );
}

/** Something whose content is on its way. */
export function Waiting({ rows = 6 }: { readonly rows?: number }) {
  const t = useText();
  return (
    <div role="status" aria-label={t('engine.loading')}>
      <Skeleton active title={false} paragraph={{ rows }} />
    </div>
  );
}

function Closed() {
  const t = useText();
  return (
    <Notice
      icon={<LockOutlined aria-hidden="true" />}
      title={t('engine.fault.closed')}
      detail={t('engine.fault.askPermission')}
    />
  );
}
