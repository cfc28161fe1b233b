import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Spin } from 'antd';
import { useMemo, useState } from 'react';
import { PageHeader, useEngine, type WidgetProps } from '../../engine/react/index.ts';
import './api-reference.css';
import { OperationDetail } from './operation-detail.tsx';
import { OperationList } from './operation-list.tsx';
import { readReference } from './reference.ts';

const documentPath = '/v1/sys/openapi/view';

/** Every operation the user may call, to read and to try. */
export function ApiReference({ title }: WidgetProps) {
  const { client } = useEngine();
  const { data, isError, refetch } = useQuery({
    queryKey: ['api-reference'],
    queryFn: ({ signal }) => client.callAt<unknown>(documentPath, {}, { signal, quiet: true }),
  });
  const reference = useMemo(() => readReference(data), [data]);
  const [chosen, setChosen] = useState<string>();
  const { operations } = reference;
  const shown = operations.find(({ path }) => path === chosen) ?? operations[0];
  if (isError)
    return (
      <Alert
        type="error"
        showIcon
        message="接口文档没有取到"
        action={<Button onClick={() => void refetch()}>重试</Button>}
      />
    );
  return (
    <>
      <PageHeader title={title ?? ''} actions={<span className="engine-quiet">{operations.length} 个接口</span>} />
      {data === undefined ? (
        <Spin />
      ) : (
        <div className="api-reference">
          <OperationList operations={operations} chosen={shown?.path} onChoose={setChosen} />
          {shown !== undefined && <OperationDetail operation={shown} reference={reference} />}
        </div>
      )}
    </>
  );
}
