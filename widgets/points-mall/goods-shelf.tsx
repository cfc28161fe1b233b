import { Checkbox, Empty, Select } from 'antd';
import { useState } from 'react';
import { QueryState } from '../../engine/react/index.ts';
import { ExchangeDialog } from './exchange-dialog.tsx';
import { GoodsCard } from './goods-card.tsx';
import { apiOf, type Goods, type Mall, useMallRows } from './mall-calls.ts';
import { useMallText } from './use-mall-text.ts';

const everything = '';

type ShelfProps = {
  readonly mall: Mall;
  /** Points of the user; undefined as long as they are not known. */
  readonly balance: number | undefined;
};

/** Goods in cards, of one catalogue or all; the chosen one opens its exchange. */
export function GoodsShelf({ mall, balance }: ShelfProps) {
  const t = useMallText();
  const query = useMallRows<Goods>('goods', mall);
  return (
    <QueryState query={query}>
      {({ list }) =>
        list.length === 0 ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('noGoods')} />
        ) : (
          <Shelf goods={list} mall={mall} balance={balance} />
        )
      }
    </QueryState>
  );
}

function Shelf({ goods, mall, balance }: ShelfProps & { readonly goods: readonly Goods[] }) {
  const t = useMallText();
  const [catalogue, setCatalogue] = useState(everything);
  const [isAffordable, setAffordable] = useState(false);
  const [wanted, setWanted] = useState<Goods>();
  const catalogues = [...new Set(goods.flatMap(({ catalog }) => catalog?.name ?? []))];
  const shown = goods.filter(
    (one) =>
      (catalogue === everything || one.catalog?.name === catalogue) &&
      (!isAffordable || (balance !== undefined && one.pointsPrice <= balance)),
  );
  const api = apiOf(mall, 'exchange');
  return (
    <>
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
    </>
  );
}
