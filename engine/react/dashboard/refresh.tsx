import { ReloadOutlined } from '@ant-design/icons';
import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { Button, Tooltip } from 'antd';
import { useCallback } from 'react';
import { useText } from '../engine-context.tsx';
import { usePageRuntime } from '../page/page-runtime.ts';
import { formatMoment } from '../time.ts';

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
  const times = queries
    .getQueryCache()
    .findAll({ predicate: isShown })
    .map((query) => query.state.dataUpdatedAt)
    .filter((time) => time > 0);
  // The oldest of what is shown: nothing on the page is older than that.
  const oldest = times.length === 0 ? undefined : formatMoment(new Date(Math.min(...times)).toISOString(), true);
  return (
    <span className="engine-refresh">
      {oldest === undefined ? null : (
        <span className="engine-quiet engine-number">{t('engine.dashboard.updated', { time: oldest.slice(11) })}</span>
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
