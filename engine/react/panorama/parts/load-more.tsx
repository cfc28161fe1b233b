import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import { useText } from '../../host/engine-context.tsx';

type LoadMoreProps = {
  readonly query: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
  >;
};

/** Fetches what follows, as long as there is more. */
export function LoadMore({ query }: LoadMoreProps) {
  const t = useText();
  if (!query.hasNextPage) return null;
  return (
    <div className="engine-more">
      <Button size="small" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {query.isFetchNextPageError ? t('engine.fault.retry') : t('engine.loadMore')}
      </Button>
    </div>
  );
}
