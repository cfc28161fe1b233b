import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../../client/index.ts';
import type { DatasetDocument } from '../../../model/documents/index.ts';
import { type CountedDays, daysOf } from '../../../model/drill/index.ts';
import type { DatasetAnswer, DatasetComparison, DatasetRequest, Where } from '../../../model/wire/index.ts';
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

/** Where a card stands: the period, and the filters shared by all; above a list its conditions, which may say the time. */
export type CardScope = {
  readonly period: CountedDays | undefined;
  readonly filters?: DatasetFilters | undefined;
  readonly where?: Where | undefined;
};

/** What a card keeps to by itself goes before what the page around it shows. */
export function cardScope(
  { filters, period }: { readonly filters?: DatasetFilters; readonly period?: CountedDays },
  scope: CardScope,
): CardScope {
  if (filters === undefined && period === undefined) return scope;
  return { ...scope, filters: { ...scope.filters, ...filters }, period: period ?? scope.period };
}

/** The figures of a dataset; cards that ask the same share one call. */
export function useDataset(dataset: DatasetDocument, scope: CardScope, wanted: Wanted) {
  const page = usePageRuntime();
  const body = datasetRequest(dataset, scope, wanted, new Date().toISOString());
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
  { period, filters = {}, where }: CardScope,
  { dimensions, measures, compare, sort, top }: Wanted,
  now: string,
): DatasetRequest {
  const isTimeless = period === undefined || dataset.stock === true;
  return {
    ...ownFilters(dataset, filters),
    ...(where === undefined ? {} : { where }),
    ...(isTimeless ? { anyTime: true } : daysOf(period, now)),
    dimensions,
    compare: compare === undefined || isTimeless ? [] : [compare],
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
