import type { EntityField } from '../../engine/model/documents/index.ts';
import { choiceCell } from './kind/choice-cell.ts';
import { choiceSchema } from './kind/choice-schema.ts';
import type { Dictionaries, ServerFieldType } from './kind/server-field-type.ts';
import { longColumn } from './kind/text-type.ts';

export const enumType: ServerFieldType = {
  sqlKind: 'text',
  column: longColumn,
  cast: 'text',
  copyForm: 'safe',
  schema: choiceSchema,
  exported: choiceCell,
  imported: { read: readChoice, choices: titles, keyType: 'text' },
};

function readChoice(text: string, field: EntityField, dictionaries: Dictionaries): string {
  const values = dictionaries.get(field.dictionary ?? '')?.values ?? [];
  const wanted = text.normalize('NFKC').toLowerCase();
  const found = values.find(({ key, title }) => key === text || title.normalize('NFKC').toLowerCase() === wanted);
  // One it does not know is told like any other wrong choice.
  return found?.key ?? text;
}

function titles(field: EntityField, dictionaries: Dictionaries): readonly string[] {
  const values = dictionaries.get(field.dictionary ?? '')?.values ?? [];
  return values.filter((value) => value.disabled !== true).map((value) => value.title);
}
