import type { EntityField } from '../../engine/model/index.ts';
import type { JsonSchema } from '../kernel/operation/json-schema.ts';
import { choiceCell } from './kind/choice-cell.ts';
import { choiceSchema } from './kind/choice-schema.ts';
import type { CellWriter, Dictionaries, ServerFieldType } from './kind/server-field-type.ts';
import { textCell } from './kind/written-cell.ts';

export const json: ServerFieldType = {
  sqlKind: 'json',
  column: () => 'jsonb',
  cast: 'text',
  copyForm: 'json',
  schema: (field, dictionaries, isInput) => {
    if (field.dictionary !== undefined) return { type: 'array', items: choiceSchema(field, dictionaries, isInput) };
    return field.required === true && isInput ? filled : {};
  },
  exported: (field, dictionaries) => (field.dictionary === undefined ? textCell : choicesCell(field, dictionaries)),
  imported: {},
};

/** Any value but one that counts as none. */
const filled: JsonSchema = { type: ['object', 'array', 'string', 'number', 'boolean'], minLength: 1 };

function choicesCell(field: EntityField, dictionaries: Dictionaries): CellWriter {
  const one = choiceCell(field, dictionaries);
  return (value) => (Array.isArray(value) ? value.map(one).join('、') : textCell(value));
}
