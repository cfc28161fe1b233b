import type { FieldType } from './kind/field-type.ts';
import { textOperators } from './kind/operators.ts';
import { textType } from './kind/text-value.ts';

/** Several lines of text. */
export const text: FieldType = {
  ...textType(2000),
  operators: textOperators,
  isLong: true,
  isComputable: true,
  inputs: ['textarea'],
};
