import type { FieldType } from './kind/field-type.ts';
import { textOperators } from './kind/operators.ts';
import { matching, textType } from './kind/text-value.ts';

/** An address of electronic mail. */
export const email: FieldType = {
  ...textType(255, matching(/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/)),
  operators: textOperators,
  takesPastedList: true,
  fitsCell: true,
};
