// From a figure to the rows behind it, and compared periods.

export { bucketKeys, comparedPeriod, lengthOf, recurs, type TimeBucket } from './compared-days.ts';
export { type CountedDays, daysOf } from './counted-days.ts';
export { type Counted, drillParams, type Figure, type Keys } from './drill.ts';
export type { TreeNode, TreeNodes } from './tree-nodes.ts';
