// From a figure to the rows behind it, and compared periods.

export { bucketKeys, comparedPeriod, lengthOf, recurs, type TimeBucket } from './compared-days.ts';
export { type CountedDays, daysOf } from './counted-days.ts';
export { type Counted, type DrillTarget, drillParams, drillTarget, type Figure, type Keys } from './drill.ts';
export type { TreeNode, TreeNodes } from './tree-nodes.ts';
