import { CreditCardOutlined, GiftOutlined, PlayCircleOutlined, TagOutlined } from '@ant-design/icons';
import { skipToken, useQuery } from '@tanstack/react-query';
import { Button, Tag } from 'antd';
import type { ReactNode } from 'react';
import { formatMoney, formatNumber, useEngine } from '../../engine/react/index.ts';
import type { Goods } from './mall-calls.ts';
import { kindText, limitText } from './texts.ts';
import { useMallText } from './use-mall-text.ts';

type Text = ReturnType<typeof useMallText>;

type GoodsCardProps = {
  readonly goods: Goods;
  /** Points of the user; undefined as long as they are not known, and nothing can be exchanged. */
  readonly balance: number | undefined;
  /** Absent where the user may only look. */
  readonly onExchange: (() => void) | undefined;
};

/** Goods with picture, price and what is left; whoever cannot have them is told why. */
export function GoodsCard({ goods, balance, onExchange }: GoodsCardProps) {
  const t = useMallText();
  const { name, kind, pointsPrice, marketPrice, available } = goods;
  const limit = limitText(goods.limitPerPerson, goods.limitPeriod, t);
  const hindrance = hindranceOf(goods, balance, t);
  return (
    <li className="mall-goods">
      <Picture goods={goods} />
      <div className="mall-goods-facts">
        <h2>{name}</h2>
        <p className="mall-tags">
          <Tag>{kindText(kind, t)}</Tag>
          {limit === undefined ? null : <span className="engine-quiet">{limit}</span>}
        </p>
        <p className="mall-price">
          <strong>{formatNumber(pointsPrice)}</strong> {t('points')}
          {marketPrice === null ? null : (
            <span className="engine-quiet">{t('market', { amount: formatMoney(marketPrice) })}</span>
          )}
        </p>
        <div className="mall-goods-foot">
          <span className="engine-quiet">{hindrance ?? t('left', { count: formatNumber(available) })}</span>
          {onExchange === undefined ? null : (
            <Button
              type="primary"
              size="small"
              disabled={hindrance !== undefined || balance === undefined}
              aria-label={t('exchangeOf', { name })}
              onClick={onExchange}
            >
              {t('exchange')}
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}

/** Why nothing of it can be had; undefined where it can. */
function hindranceOf({ available, pointsPrice }: Goods, balance: number | undefined, t: Text): string | undefined {
  if (available <= 0) return t('gone');
  return balance !== undefined && pointsPrice > balance
    ? t('short', { points: formatNumber(pointsPrice - balance) })
    : undefined;
}

const icons: Readonly<Record<string, ReactNode>> = {
  physical: <GiftOutlined aria-hidden="true" />,
  virtual: <CreditCardOutlined aria-hidden="true" />,
  course: <PlayCircleOutlined aria-hidden="true" />,
  coupon: <TagOutlined aria-hidden="true" />,
};

function Picture({ goods: { cover, kind } }: { readonly goods: Goods }) {
  const { client } = useEngine();
  const { data } = useQuery({
    queryKey: ['mall', 'cover', cover],
    // The address lives for a minute; a picture once shown stays.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn:
      cover === null
        ? skipToken
        : ({ signal }) => client.call('/v1/file/preview', { id: cover }, { signal, quiet: true }),
  });
  return (
    <div className="mall-picture">
      {data === undefined ? icons[kind] : <img src={data.address} alt="" loading="lazy" />}
    </div>
  );
}
