import { Tabs } from 'antd';
import { useMemo } from 'react';
import { formatNumber, PageHeader, type WidgetProps } from '../../engine/react/index.ts';
import { ExchangeRecords } from './exchange-records.tsx';
import { GoodsShelf } from './goods-shelf.tsx';
import { type Mall, type Purse, useMallRows } from './mall-calls.ts';
import { MallFailure } from './mall-failure.tsx';
import './points-mall.css';
import { PointsLedger } from './points-ledger.tsx';
import { useMallText } from './use-mall-text.ts';

const none: Purse = { balance: 0, totalEarned: 0, totalSpent: 0 };

/** The staff's mall: goods for points, what one exchanged, and where one's points came from. */
export function PointsMall({ title, page, operations = [] }: WidgetProps) {
  const t = useMallText();
  const mall = useMemo<Mall>(() => ({ page, operations }), [page, operations]);
  const account = useMallRows<Purse>('account', mall);
  const purse = account.data === undefined ? undefined : (account.data.list[0] ?? none);
  return (
    <>
      <PageHeader title={title ?? ''} />
      <section className="engine-card mall-purse" aria-label={t('mine')}>
        <Figure title={t('mine')} value={purse?.balance} isMain />
        <Figure title={t('earned')} value={purse?.totalEarned} />
        <Figure title={t('spent')} value={purse?.totalSpent} />
        {account.isError && purse === undefined ? <MallFailure onRetry={() => void account.refetch()} /> : null}
      </section>
      <div className="engine-card mall-body">
        <Tabs
          destroyOnHidden
          items={[
            { key: 'goods', label: t('goods'), children: <GoodsShelf mall={mall} balance={purse?.balance} /> },
            { key: 'records', label: t('records'), children: <ExchangeRecords mall={mall} /> },
            { key: 'ledger', label: t('ledger'), children: <PointsLedger mall={mall} /> },
          ]}
        />
      </div>
    </>
  );
}

function Figure({
  title,
  value,
  isMain = false,
}: {
  readonly title: string;
  /** Undefined as long as it is not known: nobody is told that he has none. */
  readonly value: number | undefined;
  readonly isMain?: boolean;
}) {
  return (
    <dl className={isMain ? 'mall-figure mall-figure-main' : 'mall-figure'}>
      <dt>{title}</dt>
      <dd>{value === undefined ? '—' : formatNumber(value)}</dd>
    </dl>
  );
}
