import { useMemo } from 'react';
import type { DashboardPage, DatasetDocument } from '../../../model/documents/index.ts';
import { dashboardView } from '../../../model/view/index.ts';
import { usePageRuntime } from '../../host/page-runtime.ts';
import type { DatasetFilters } from '../data/dashboard-state.ts';
import { useTrees } from '../data/use-trees.ts';
import { SharedFilters } from '../head/shared-filters.tsx';

type AnalysisFiltersProps = {
  readonly dataset: DatasetDocument;
  readonly filters: DatasetFilters;
  readonly onChange: (filters: DatasetFilters) => void;
};

/** The filters of a dataset, chosen as on a dashboard that has them all. */
export function AnalysisFilters({ dataset, filters, onChange }: AnalysisFiltersProps) {
  const { context } = usePageRuntime();
  const view = useMemo(() => dashboardView(pageOf(dataset), context), [dataset, context]);
  const trees = useTrees(view);
  return <SharedFilters view={view} filters={filters} trees={trees} onChange={onChange} />;
}

function pageOf({ name, title, measures, filters = [] }: DatasetDocument): DashboardPage {
  const measure = measures[0]?.key ?? '';
  return {
    schemaVersion: 2,
    name: 'analysis',
    path: '/analysis',
    title,
    kind: 'dashboard',
    scope: 'all',
    cards: [{ key: 'figure', kind: 'figure', title, dataset: name, measure }],
    filters: filters.map(({ key }) => ({ key })),
  };
}
