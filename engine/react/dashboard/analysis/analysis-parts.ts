// What is drawn of analyses, in one script.

export { PeriodSwitch } from '../head/period-switch.tsx';
export { AnalysisFilters } from './analysis-filters.tsx';
export { AnalysisPlace } from './analysis-place.tsx';
export { AnalysisView } from './analysis-view.tsx';
