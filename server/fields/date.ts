import { importText } from '../texts/import-text.ts';
import { readDay } from './kind/read-time.ts';
import type { ServerFieldType } from './kind/server-field-type.ts';

const how = importText('import.expected.date');

export const date: ServerFieldType = {
  sqlKind: 'day',
  column: () => 'date',
  cast: 'date',
  copyForm: 'safe',
  schema: () => ({ type: 'string', format: 'date', pattern: '^\\d{4}-\\d\\d-\\d\\d$' }),
  imported: { read: readDay, expected: how, hint: how, keyType: 'date' },
};
