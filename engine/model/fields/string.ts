import type { FieldType } from './kind/field-type.ts';
import { textOperators } from './kind/operators.ts';
import { textType } from './kind/text-value.ts';

/** One line of text. */
export const string: FieldType = {
  ...textType(255),
  operators: textOperators,
  takesPastedList: true,
  isComputable: true,
  isRanked: true,
  fitsLabel: true,
  fitsCell: true,
  inputs: ['textarea'],
};
