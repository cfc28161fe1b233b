import { modelText } from '../texts/model-text.ts';
import { faulty } from './kind/check-outcome.ts';
import type { FieldType } from './kind/field-type.ts';
import { emptiness } from './kind/operators.ts';

/** Yes or no. */
export const bool: FieldType = {
  kind: 'bool',
  check: (raw) =>
    typeof raw === 'boolean' ? { value: raw } : faulty('E_INPUT_TYPE', modelText('model.value.yesOrNo'), raw),
  operators: ['eq', ...emptiness],
  isComputable: true,
  isGroupable: true,
  fitsLabel: true,
  fitsCell: true,
  inputs: ['radio', 'select'],
};
