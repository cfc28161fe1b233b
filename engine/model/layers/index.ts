// Edits made in the app as layers over shipped documents: folding, comparing, merging and bringing them up to date.

export { diffDocuments } from './diff.ts';
export { isFixedName } from './fixed-properties.ts';
export { foldLayers } from './fold.ts';
export { sameJson } from './json-values.ts';
export { formatKeyPath, parseKeyPath, valueAt } from './key-path.ts';
export type { EditReport, Layer, LayerOperation } from './layer.ts';
export { type Collision, mergeDocuments } from './merge.ts';
export { withOwnTitles } from './own-titles.ts';
export { remakeLayer } from './remake.ts';
export { type Settlement, settledOperation } from './settle.ts';
export { unkeptFaults } from './unkept.ts';
