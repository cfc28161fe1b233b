import type { EntityField } from '../../engine/model/documents/index.ts';
import type { JsonSchema } from '../kernel/operation/json-schema.ts';
import { importText } from '../texts/import-text.ts';
import { choiceCell } from './kind/choice-cell.ts';
import { choiceSchema } from './kind/choice-schema.ts';
import type { CellWriter, Dictionaries, ServerFieldType } from './kind/server-field-type.ts';
import { textCell } from './kind/written-cell.ts';
import { readShape, shapeCell, shapeHint, shapeSchema } from './shape-fields.ts';

export const json: ServerFieldType = {
  sqlKind: 'json',
  column: () => 'jsonb',
  cast: 'text',
  copyForm: 'json',
  schema: (field, dictionaries, isInput) => {
    if (field.shape !== undefined) return shapeSchema(field, field.shape, dictionaries, isInput);
    if (field.dictionary !== undefined) return { type: 'array', items: choiceSchema(field, dictionaries, isInput) };
    return field.required === true && isInput ? filled : {};
  },
  exported: (field, dictionaries) => {
    if (field.shape !== undefined) return shapeCell(field.shape, dictionaries);
    return field.dictionary === undefined ? textCell : choicesCell(field, dictionaries);
  },
  imported: {
    read: (text, { shape }, dictionaries) => (shape === undefined ? text : readShape(text, shape, dictionaries)),
    expected: importText('import.expected.json'),
    hint: shapeHint,
  },
};

/** Any value but one that counts as none. */
const filled: JsonSchema = { type: ['object', 'array', 'string', 'number', 'boolean'], minLength: 1 };

function choicesCell(field: EntityField, dictionaries: Dictionaries): CellWriter {
  const one = choiceCell(field, dictionaries);
  return (value) => (Array.isArray(value) ? value.map(one).join('、') : textCell(value));
}
