import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../client/index.ts';
import type { DatasetAnswer, DatasetDocument, DatasetRequest } from '../../model/index.ts';
import { usePageRuntime } from '../page/page-runtime.ts';
import { daysOf, type Period } from './period.ts';

/** The figures of a dataset over a period; cards on the same dataset share one call. */
export function useDataset(dataset: DatasetDocument, period: Period, dimension?: string) {
  const page = usePageRuntime();
  const body: DatasetRequest = { ...daysOf(period), ...(dimension === undefined ? {} : { dimension }) };
  return useQuery({
    queryKey: queryKeys.dataset(dataset.entity, page.name, dataset.path, body),
    queryFn: ({ signal }) => page.call<DatasetAnswer>(dataset.path, body, { signal }),
    placeholderData: keepPreviousData,
  });
}
