import { Spin } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../host/engine-context.tsx';
import type { Asked } from './asked.ts';
import { FaultBlock } from './fault-block.tsx';

type NoChoicesProps = {
  readonly query: Asked<unknown>;
  /** What is said where there is truly nothing to choose, if not that nothing fits. */
  readonly children?: ReactNode;
};

/** Why a box offers nothing: it could not be asked, it is on its way, or there is nothing. */
export function NoChoices({ query, children }: NoChoicesProps) {
  const t = useText();
  if (query.error !== null) return <FaultBlock error={query.error} onRetry={() => void query.refetch()} />;
  return query.fetchStatus === 'fetching' ? <Spin size="small" /> : (children ?? t('engine.picker.none'));
}
