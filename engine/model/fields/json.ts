import { checkChoices } from './kind/choice-value.ts';
import type { FieldType } from './kind/field-type.ts';

/** Structured data, or several values of a dictionary. */
export const json: FieldType = {
  kind: 'json',
  check: (raw, field, options) => (field.dictionary === undefined ? { value: raw } : checkChoices(raw, field, options)),
  operators: [],
  inputs: ['checkboxes'],
};
