// Datasets: what they count, and of which rows.

export {
  inOrder,
  mainSource,
  pathInSource,
  type RowsOfDataset,
  rowsBehind,
  sourcesOf,
  unitOfMeasure,
} from './dataset-model.ts';
export { saysTime } from './figure-time.ts';
