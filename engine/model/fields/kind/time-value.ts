import type { FieldType } from './field-type.ts';
import { timeOperators } from './operators.ts';

/** What days and moments have in common. */
export const timeType = {
  operators: timeOperators,
  isComputable: true,
  isRanked: true,
  isGroupable: true,
  fitsLabel: true,
  fitsCell: true,
} as const satisfies Partial<FieldType>;
