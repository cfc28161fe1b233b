import { Checkbox, Select } from 'antd';
import { useState } from 'react';
import { ExchangeDialog } from './exchange-dialog.tsx';
import { GoodsCard } from './goods-card.tsx';
import { apiOf, type Goods, type Mall, useMallRows } from './mall-calls.ts';
import { MallState } from './mall-state.tsx';
import { useMallText } from './use-mall-text.ts';

const everything = '';

/** Goods in cards, of one catalogue or all; the chosen one opens its exchange. */
export function GoodsShelf({ mall, balance }: { readonly mall: Mall; readonly balance: number | undefined }) {
  const t = useMallText();
  const { data, isPending, isError, refetch } = useMallRows<Goods>('goods', mall);
  const [catalogue, setCatalogue] = useState(everything);
  const [isAffordable, setAffordable] = useState(false);
  const [wanted, setWanted] = useState<Goods>();
  const goods = data?.list ?? [];
  const catalogues = [...new Set(goods.flatMap(({ catalog }) => catalog?.name ?? []))];
  const shown = goods.filter(
    (one) =>
      (catalogue === everything || one.catalog?.name === catalogue) &&
      (!isAffordable || (balance !== undefined && one.pointsPrice <= balance)),
  );
  const api = apiOf(mall, 'exchange');
  return (
    <MallState
      isPending={isPending}
      isError={isError}
      isEmpty={goods.length === 0}
      empty={t('noGoods')}
      onRetry={() => void refetch()}
    >
      <div className="mall-filters">
        <Select
          aria-label={t('catalogue')}
          value={catalogue}
          onChange={setCatalogue}
          options={[
            { value: everything, label: t('allCatalogues') },
            ...catalogues.map((name) => ({ value: name, label: name })),
          ]}
        />
        <Checkbox
          checked={isAffordable}
          disabled={balance === undefined}
          onChange={(event) => setAffordable(event.target.checked)}
        >
          {t('affordable')}
        </Checkbox>
      </div>
      {shown.length === 0 ? (
        <p className="engine-quiet">{t('noMatch')}</p>
      ) : (
        <ul className="mall-shelf">
          {shown.map((one) => (
            <GoodsCard
              key={one.id}
              goods={one}
              balance={balance}
              onExchange={api === undefined ? undefined : () => setWanted(one)}
            />
          ))}
        </ul>
      )}
      {wanted !== undefined && api !== undefined && balance !== undefined ? (
        <ExchangeDialog
          key={wanted.id}
          goods={wanted}
          balance={balance}
          api={api}
          page={mall.page}
          onClose={() => setWanted(undefined)}
        />
      ) : null}
    </MallState>
  );
}
