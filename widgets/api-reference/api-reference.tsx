import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { PageHeader, QueryState, useEngine, type WidgetProps } from '../../engine/react/index.ts';
import './api-reference.css';
import { OperationDetail } from './operation-detail.tsx';
import { OperationList } from './operation-list.tsx';
import { readReference } from './reference.ts';
import { useReferenceText } from './use-reference-text.ts';

const documentPath = '/v1/sys/openapi/view';

/** Every operation the user may call, to read and to try. */
export function ApiReference({ title }: WidgetProps) {
  const t = useReferenceText();
  const { client } = useEngine();
  const query = useQuery({
    queryKey: ['api-reference'],
    queryFn: ({ signal }) => client.callAt<unknown>(documentPath, {}, { signal, quiet: true }),
  });
  const { data } = query;
  const reference = useMemo(() => readReference(data, t('otherGroup')), [data, t]);
  const [chosen, setChosen] = useState<string>();
  const { operations } = reference;
  const shown = operations.find(({ path }) => path === chosen) ?? operations[0];
  return (
    <>
      <PageHeader
        title={title ?? ''}
        actions={
          data === undefined ? null : <span className="engine-quiet">{t('count', { count: operations.length })}</span>
        }
      />
      <QueryState query={query}>
        {() => (
          <div className="api-reference">
            <OperationList operations={operations} chosen={shown?.path} onChoose={setChosen} />
            {shown !== undefined && <OperationDetail operation={shown} reference={reference} />}
          </div>
        )}
      </QueryState>
    </>
  );
}
