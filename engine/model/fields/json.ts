import { checkChoices } from './kind/choice-value.ts';
import type { FieldType } from './kind/field-type.ts';
import { checkShaped } from './shape-value.ts';

/** Structured data, of a shape where one is declared, or several values of a dictionary. */
export const json: FieldType = {
  kind: 'json',
  check: (raw, field, options) => {
    if (field.shape !== undefined) return checkShaped(raw, field.shape, options);
    return field.dictionary === undefined ? { value: raw } : checkChoices(raw, field, options);
  },
  operators: [],
  inputs: ['checkboxes'],
};
