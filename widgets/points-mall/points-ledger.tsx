import { formatMoment, formatNumber } from '../../engine/react/index.ts';
import type { LedgerRow, Mall } from './mall-calls.ts';
import { MallLines } from './mall-lines.tsx';
import { useMallText } from './use-mall-text.ts';

/** Where the user's points came from and went, newest first. */
export function PointsLedger({ mall }: { readonly mall: Mall }) {
  const t = useMallText();
  return (
    <MallLines<LedgerRow>
      list="ledger"
      mall={mall}
      empty={t('noLedger')}
      draw={(row) => <Line key={row.id} row={row} />}
    />
  );
}

function Line({ row }: { readonly row: LedgerRow }) {
  const t = useMallText();
  const { direction, points, balanceAfter, remark, occurredAt } = row;
  return (
    <li>
      <span className="mall-line-main">
        <strong>{remark ?? '—'}</strong>
        <span className="engine-quiet">{formatMoment(occurredAt) ?? ''}</span>
      </span>
      <span className={direction === 'in' ? 'mall-amount engine-tone-green' : 'mall-amount'}>
        {direction === 'in' ? '+' : '−'}
        {formatNumber(points)}
      </span>
      <span className="engine-quiet">{t('balance', { points: formatNumber(balanceAfter) })}</span>
    </li>
  );
}
