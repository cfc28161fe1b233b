import type { EntityField } from '../../../engine/model/documents/index.ts';
import type { JsonSchema } from '../../kernel/operation/json-schema.ts';
import type { Dictionaries } from './server-field-type.ts';

/** A value of the field's dictionary; choices only where they are taken, since rows keep choices that were withdrawn. */
export function choiceSchema(field: EntityField, dictionaries: Dictionaries, isInput: boolean): JsonSchema {
  const values = (field.dictionary === undefined ? undefined : dictionaries.get(field.dictionary))?.values ?? [];
  const open = isInput ? values.filter((value) => value.disabled !== true) : values;
  return {
    type: 'string',
    ...(isInput ? { enum: open.map((value) => value.key) } : {}),
    'x-choices': Object.fromEntries(open.map((value) => [value.key, value.title])),
  };
}
