import type { FieldType } from './kind/field-type.ts';
import { textOperators } from './kind/operators.ts';
import { matching, textType } from './kind/text-value.ts';

/** The address of a page of the web. */
export const url: FieldType = {
  ...textType(255, matching(/^https?:\/\/\S+$/)),
  operators: textOperators,
  takesPastedList: true,
  isComputable: true,
  fitsLabel: true,
  fitsCell: true,
};
