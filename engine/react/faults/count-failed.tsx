import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import { useText } from '../host/engine-context.tsx';

type CountFailedProps = { readonly query: Pick<UseQueryResult, 'isFetching' | 'refetch'> };

/** A count that could not be asked for, in the place of its number: it says so, and asks again. */
export function CountFailed({ query }: CountFailedProps) {
  const t = useText();
  return (
    <Button type="link" size="small" loading={query.isFetching} onClick={() => void query.refetch()}>
      {t('engine.pager.countFailed')}
    </Button>
  );
}
