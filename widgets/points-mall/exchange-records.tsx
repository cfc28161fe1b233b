import { Button, Popconfirm } from 'antd';
import { useState } from 'react';
import { formatMoment, formatNumber, useEngine } from '../../engine/react/index.ts';
import { apiOf, type ExchangeRow, type Mall, useMallRefresh } from './mall-calls.ts';
import { MallLines } from './mall-lines.tsx';
import { statusText } from './texts.ts';
import { useMallText } from './use-mall-text.ts';

/** What the user exchanged, newest first, and what can still be done about it. */
export function ExchangeRecords({ mall }: { readonly mall: Mall }) {
  const t = useMallText();
  return (
    <MallLines<ExchangeRow>
      list="records"
      mall={mall}
      empty={t('noRecords')}
      draw={(row) => <Line key={row.id} row={row} mall={mall} />}
    />
  );
}

function Line({ row, mall }: { readonly row: ExchangeRow; readonly mall: Mall }) {
  const t = useMallText();
  const { exchangeNo, commodity, quantity, pointsTotal, status, courier, trackingNo, createdAt } = row;
  const shown = statusText(status, t);
  return (
    <li>
      <span className="mall-line-main">
        <strong>
          {commodity?.name ?? '—'} × {quantity}
        </strong>
        <span className="engine-quiet">
          {exchangeNo} · {formatMoment(createdAt) ?? ''}
          {trackingNo === null ? '' : ` · ${courier ?? ''} ${trackingNo}`}
        </span>
      </span>
      <span className="mall-amount">−{formatNumber(pointsTotal)}</span>
      <span className={`engine-tag engine-tone-${shown.tone}`}>{shown.text}</span>
      <span className="mall-line-actions">
        {status === 'pending' ? <Step row={row} mall={mall} action="cancel" /> : null}
        {status === 'shipped' ? <Step row={row} mall={mall} action="receive" /> : null}
      </span>
    </li>
  );
}

type StepProps = {
  readonly row: ExchangeRow;
  readonly mall: Mall;
  readonly action: 'cancel' | 'receive';
};

function Step({ row, mall, action }: StepProps) {
  const t = useMallText();
  const { client } = useEngine();
  const refresh = useMallRefresh();
  const [isSending, setSending] = useState(false);
  const api = apiOf(mall, action);
  if (api === undefined) return null;
  const title = t(`step.${action}`);
  const run = async () => {
    setSending(true);
    try {
      await client.callAt(api, { id: row.id }, { page: mall.page, idempotencyKey: crypto.randomUUID() });
    } catch {
      // The refusal has been shown; the row is read anew all the same.
    }
    await refresh();
    setSending(false);
  };
  return (
    <Popconfirm title={t(`step.${action}.ask`)} okText={t('ok')} cancelText={t('think')} onConfirm={() => void run()}>
      <Button size="small" loading={isSending} aria-label={`${title} ${row.exchangeNo}`}>
        {title}
      </Button>
    </Popconfirm>
  );
}
