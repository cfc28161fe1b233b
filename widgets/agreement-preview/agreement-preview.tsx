import { useQuery } from '@tanstack/react-query';
import { Select, Skeleton } from 'antd';
import { useId, useState } from 'react';
import { queryKeys } from '../../engine/client/index.ts';
import type { QueryAnswer } from '../../engine/model/wire/index.ts';
import { FaultBlock, formatMoney, HtmlText, NoChoices, useEngine, type WidgetProps } from '../../engine/react/index.ts';
import './agreement-preview.css';
import { usePreviewText } from './use-preview-text.ts';

const path = '/v1/agreement/template/preview';

/** How the text of a template reads for an order one chooses: each variable with what it says there. */
export function AgreementPreview({ record, page }: WidgetProps) {
  const t = usePreviewText();
  const name = useId();
  const [orderId, choose] = useState<string>();
  const [keyword, search] = useState('');
  const orders = useOrders(keyword, page);
  if (record === undefined) return null;
  return (
    <div className="agreement-preview">
      <label htmlFor={name}>{t('order')}</label>
      <Select
        id={name}
        showSearch
        filterOption={false}
        options={[...(orders.data ?? [])]}
        loading={orders.isFetching}
        notFoundContent={<NoChoices query={orders} />}
        {...(orderId === undefined ? {} : { value: orderId })}
        onSearch={search}
        onChange={choose}
        placeholder={t('find')}
      />
      {orderId === undefined ? (
        <p className="engine-quiet">{t('hint')}</p>
      ) : (
        <Text key={`${record.id}-${record.version}`} id={record.id} orderId={orderId} page={page} />
      )}
    </div>
  );
}

/** Orders in reach to choose from, the latest first. */
function useOrders(keyword: string, page: string) {
  const { client } = useEngine();
  const query = '/v1/sales/order/query';
  const body = { fields: ['orderNo', 'payableTotal'], sort: ['-createdAt'], size: 20, count: 'none' };
  const asked =
    keyword.trim() === '' ? body : { ...body, where: { field: 'orderNo', op: 'contains', value: keyword.trim() } };
  return useQuery({
    queryKey: queryKeys.rows('sales_order', page, query, asked),
    queryFn: ({ signal }) => client.callAt<QueryAnswer>(query, asked, { signal, quiet: true }),
    select: optionsOf,
  });
}

function optionsOf({ list }: QueryAnswer) {
  return list.map(({ id, orderNo, payableTotal }) => ({
    value: id,
    label: `${String(orderNo)}　${formatMoney(Number(payableTotal))}`,
  }));
}

function Text({ id, orderId, page }: { readonly id: string; readonly orderId: string; readonly page: string }) {
  const t = usePreviewText();
  const { client } = useEngine();
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.record('agreement_template', page, path, id, [orderId]),
    queryFn: ({ signal }) => client.callAt<{ readonly body: string }>(path, { id, orderId }, { signal, quiet: true }),
  });
  if (error !== null) return <FaultBlock error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton active />;
  return (
    <article className="agreement-preview-text" aria-label={t('preview')}>
      <HtmlText html={data.body} />
    </article>
  );
}
