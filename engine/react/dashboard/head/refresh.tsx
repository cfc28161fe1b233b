import { ReloadOutlined } from '@ant-design/icons';
import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { Button, Tooltip } from 'antd';
import { useCallback, useSyncExternalStore } from 'react';
import { formatMoment } from '../../formats/time.ts';
import { useText } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';

/** Asks again for everything the page shows, and says how old that is. */
export function Refresh() {
  const t = useText();
  const queries = useQueryClient();
  const { name } = usePageRuntime();
  const isShown = useCallback(
    (query: Query) => query.queryKey[0] === 'data' && query.queryKey[3] === name && query.isActive(),
    [name],
  );
  const isFetching = useIsFetching({ predicate: isShown }) > 0;
  const oldest = useSyncExternalStore(
    useCallback((changed: () => void) => queries.getQueryCache().subscribe(changed), [queries]),
    () => oldestOf(queries.getQueryCache().findAll({ predicate: isShown })),
  );
  const time = oldest === undefined ? undefined : formatMoment(new Date(oldest).toISOString(), true)?.slice(11);
  return (
    <span className="engine-refresh">
      {time === undefined ? null : (
        <span className="engine-quiet engine-number">{t('engine.dashboard.updated', { time })}</span>
      )}
      <Tooltip title={t('engine.dashboard.refresh')}>
        <Button
          icon={<ReloadOutlined spin={isFetching} aria-hidden="true" />}
          aria-label={t('engine.dashboard.refresh')}
          onClick={() => void queries.invalidateQueries({ predicate: isShown })}
        />
      </Tooltip>
    </span>
  );
}

/** When the oldest of what is shown came: nothing on the page is older than that. */
function oldestOf(shown: readonly Query[]): number | undefined {
  const times = shown.map((query) => query.state.dataUpdatedAt).filter((time) => time > 0);
  return times.length === 0 ? undefined : Math.min(...times);
}
