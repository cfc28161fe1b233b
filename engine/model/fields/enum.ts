import { checkChoice } from './kind/choice-value.ts';
import type { FieldType } from './kind/field-type.ts';
import { choiceOperators } from './kind/operators.ts';

/** One value of a dictionary. */
export const enumType: FieldType = {
  kind: 'choice',
  check: checkChoice,
  operators: choiceOperators,
  isComputable: true,
  isRanked: true,
  isGroupable: true,
  fitsLabel: true,
  fitsCell: true,
  inputs: ['radio', 'select'],
};
