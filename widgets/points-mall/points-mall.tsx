import { Tabs } from 'antd';
import { useMemo } from 'react';
import { formatNumber, PageHeader, type WidgetProps } from '../../engine/react/index.ts';
import { ExchangeRecords } from './exchange-records.tsx';
import { GoodsShelf } from './goods-shelf.tsx';
import { type Mall, type Purse, useMallRows } from './mall-calls.ts';
import './points-mall.css';
import { PointsLedger } from './points-ledger.tsx';

const none: Purse = { balance: 0, totalEarned: 0, totalSpent: 0 };

/** The staff's mall: goods for points, what one exchanged, and where one's points came from. */
export function PointsMall({ title, page, operations = [] }: WidgetProps) {
  const mall = useMemo<Mall>(() => ({ page, operations }), [page, operations]);
  const account = useMallRows<Purse>('account', mall);
  const purse = account.data?.list[0] ?? none;
  return (
    <>
      <PageHeader title={title ?? ''} />
      <section className="engine-card mall-purse" aria-label="我的积分">
        <Figure title="我的积分" value={purse.balance} isMain />
        <Figure title="累计获得" value={purse.totalEarned} />
        <Figure title="累计使用" value={purse.totalSpent} />
      </section>
      <div className="engine-card mall-body">
        <Tabs
          destroyOnHidden
          items={[
            { key: 'goods', label: '全部商品', children: <GoodsShelf mall={mall} balance={purse.balance} /> },
            { key: 'records', label: '我的兑换', children: <ExchangeRecords mall={mall} /> },
            { key: 'ledger', label: '积分明细', children: <PointsLedger mall={mall} /> },
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
  readonly value: number;
  readonly isMain?: boolean;
}) {
  return (
    <dl className={isMain ? 'mall-figure mall-figure-main' : 'mall-figure'}>
      <dt>{title}</dt>
      <dd>{formatNumber(value)}</dd>
    </dl>
  );
}
