import { formatMoment, formatNumber } from '../../engine/react/index.ts';
import { type LedgerRow, type Mall, useMallRows } from './mall-calls.ts';
import { MallState } from './mall-state.tsx';

/** Where the user's points came from and went, newest first. */
export function PointsLedger({ mall }: { readonly mall: Mall }) {
  const { data, isPending, isError, refetch } = useMallRows<LedgerRow>('ledger', mall);
  const rows = data?.list ?? [];
  return (
    <MallState
      isPending={isPending}
      isError={isError}
      isEmpty={rows.length === 0}
      empty="还没有积分变动"
      onRetry={() => void refetch()}
    >
      <ul className="mall-lines">
        {rows.map(({ id, direction, points, balanceAfter, remark, occurredAt }) => (
          <li key={id}>
            <span className="mall-line-main">
              <strong>{remark ?? '—'}</strong>
              <span className="engine-quiet">{formatMoment(occurredAt) ?? ''}</span>
            </span>
            <span className={direction === 'in' ? 'mall-amount engine-tone-green' : 'mall-amount'}>
              {direction === 'in' ? '+' : '−'}
              {formatNumber(points)}
            </span>
            <span className="engine-quiet">余额 {formatNumber(balanceAfter)}</span>
          </li>
        ))}
      </ul>
    </MallState>
  );
}
