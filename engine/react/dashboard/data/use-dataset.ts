import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../../client/index.ts';
import {
  type CountedDays,
  type DatasetAnswer,
  type DatasetComparison,
  type DatasetDocument,
  type DatasetRequest,
  daysOf,
} from '../../../model/index.ts';
import { usePageRuntime } from '../../host/page-runtime.ts';
import type { DatasetFilters } from './dashboard-state.ts';
import { writtenAnswer } from './written-answer.ts';

/** What a card asks of its dataset, besides the period and the shared filters. */
export type Wanted = {
  readonly dimensions: readonly string[];
  /** Absent: all, so that figures of one dataset share a call. */
  readonly measures?: readonly string[];
  readonly compare?: DatasetComparison | undefined;
  readonly sort?: readonly string[];
  readonly top?: number | undefined;
};

/** Where a card stands: the period, and the filters shared by all. */
export type CardScope = { readonly period: CountedDays; readonly filters?: DatasetFilters | undefined };

/** The figures of a dataset; cards that ask the same share one call. */
export function useDataset(dataset: DatasetDocument, { period, filters = {} }: CardScope, wanted: Wanted) {
  const page = usePageRuntime();
  const body = datasetRequest(dataset, { period, filters }, wanted, new Date().toISOString());
  return useQuery({
    queryKey: queryKeys.dataset(dataset.entity, page.name, dataset.path, body),
    queryFn: ({ signal }) => page.call<DatasetAnswer>(dataset.path, body, { signal }),
    select: (answer) => writtenAnswer(answer, dataset, wanted.dimensions),
    placeholderData: keepPreviousData,
  });
}

/** The body of a card's call; filters that the dataset does not have stay out. */
export function datasetRequest(
  dataset: DatasetDocument,
  { period, filters = {} }: CardScope,
  { dimensions, measures, compare, sort, top }: Wanted,
  now: string,
): DatasetRequest {
  const { startDate, endDate } = daysOf(period, now);
  return {
    ...ownFilters(dataset, filters),
    startDate,
    endDate,
    dimensions,
    compare: compare === undefined ? [] : [compare],
    ...(measures === undefined ? {} : { measures: [...new Set(measures)] }),
    ...(sort === undefined ? {} : { sort }),
    ...(top === undefined ? {} : { top }),
  };
}

/** The chosen filters that a dataset has. */
export function ownFilters(dataset: DatasetDocument, filters: DatasetFilters): DatasetFilters {
  const own = new Set(dataset.filters?.map((filter) => filter.key));
  return Object.fromEntries(Object.entries(filters).filter(([key, values]) => own.has(key) && values.length > 0));
}
