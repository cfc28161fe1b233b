import { lazyPart } from '../parts/lazy-part.tsx';

const parts = () => import('../dashboard/analysis/analysis-parts.ts');

/** Around analyses, wherever they stand; give it a `Suspense` to wait in. */
export const AnalysisPlace = lazyPart(async () => (await parts()).AnalysisPlace);
/** An analysis, drawn as the card it would be on a dashboard. */
export const AnalysisView = lazyPart(async () => (await parts()).AnalysisView);
/** The filters of a dataset, to be chosen. */
export const AnalysisFilters = lazyPart(async () => (await parts()).AnalysisFilters);
/** The period of an analysis, to be chosen. */
export const AnalysisPeriod = lazyPart(async () => (await parts()).PeriodSwitch);
