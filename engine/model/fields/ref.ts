import type { FieldType } from './kind/field-type.ts';
import { checkId } from './kind/id-value.ts';
import { choiceOperators } from './kind/operators.ts';

/** A record of another entity, or of one of several. */
export const ref: FieldType = {
  kind: 'reference',
  check: checkId,
  operators: choiceOperators,
  isComputable: true,
  inputs: ['select'],
};
