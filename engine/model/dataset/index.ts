// Datasets: what they count, and of which rows.

export {
  type AnalysisAsk,
  type AnalysisChart,
  analysisCharts,
  analysisLimits,
  analysisPeriods,
  type SavedAnalyses,
  type SavedAnalysis,
} from './analysis.ts';
export { analysisCard } from './analysis-card.ts';
export { analysisFaults, chartShapes, leastPlaces, shownMeasures } from './check-analysis.ts';
export { datasetFor, isCustomPart } from './dataset-for.ts';
export {
  filterPaths,
  inOrder,
  mainSource,
  pathInSource,
  type RowsOfDataset,
  rowsBehind,
  sourcesOf,
  unitOfMeasure,
} from './dataset-model.ts';
export { saysTime } from './figure-time.ts';
export { linksOf } from './links-of.ts';
