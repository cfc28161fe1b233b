import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useId, useState } from 'react';
import { queryKeys } from '../../engine/client/index.ts';
import { FaultBlock, HtmlText, RecordPicker, useEngine, type WidgetProps } from '../../engine/react/index.ts';
import './agreement-preview.css';

const path = '/v1/agreement/template/preview';

/** How the text of a template reads for an order one chooses: each variable with what it says there. */
export function AgreementPreview({ record, page }: WidgetProps) {
  const name = useId();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [orderId] = chosen;
  if (record === undefined) return null;
  return (
    <div className="agreement-preview">
      <label htmlFor={name}>订单</label>
      <RecordPicker
        id={name}
        entity="sales_order"
        ids={chosen}
        onChange={setChosen}
        multiple={false}
        placeholder="按订单号查找一张订单"
      />
      {orderId === undefined ? (
        <p className="engine-quiet">选一张订单，看正文填好之后的样子；客户与签署人的姓名以〔客户〕〔签署人〕代替。</p>
      ) : (
        <Text key={`${record.id}-${record.version}`} id={record.id} orderId={orderId} page={page} />
      )}
    </div>
  );
}

function Text({ id, orderId, page }: { readonly id: string; readonly orderId: string; readonly page: string }) {
  const { client } = useEngine();
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.record('agreement_template', page, path, id, [orderId]),
    queryFn: ({ signal }) => client.callAt<{ readonly body: string }>(path, { id, orderId }, { signal, quiet: true }),
  });
  if (error !== null) return <FaultBlock error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton active />;
  return (
    <article className="agreement-preview-text" aria-label="预览">
      <HtmlText html={data.body} />
    </article>
  );
}
