import { modelText } from '../texts/model-text.ts';
import { faulty } from './kind/check-outcome.ts';
import type { FieldType, ValueCheck } from './kind/field-type.ts';
import { isId } from './kind/id-value.ts';
import { choiceOperators } from './kind/operators.ts';

const most = 200;

const checkIds: ValueCheck = (raw) =>
  Array.isArray(raw) && raw.length <= most && raw.every((item) => typeof item === 'string' && isId(item))
    ? { value: [...new Set(raw)] }
    : faulty('E_INPUT_TYPE', modelText('model.value.ids'), raw);

/** Several records of another entity, each once. */
export const refs: FieldType = {
  kind: 'references',
  check: checkIds,
  operators: choiceOperators,
  inputs: ['select', 'checkboxes', 'transfer'],
};
