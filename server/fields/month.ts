import { readMonth } from '../../engine/model/time/index.ts';
import { importText } from '../texts/import-text.ts';
import { date } from './date.ts';
import { readDay } from './kind/read-time.ts';
import type { ServerFieldType } from './kind/server-field-type.ts';
import { textCell } from './kind/written-cell.ts';

const how = importText('import.expected.month');

/** A month: the column of its first day, written `2026-03` in tables. */
export const month: ServerFieldType = {
  ...date,
  schema: () => ({ type: 'string', format: 'date', pattern: '^\\d{4}-\\d\\d-01$' }),
  exported: () => (value) => textCell(typeof value === 'string' ? value.slice(0, 7) : value),
  // Spreadsheets make the first day of what looks like a month.
  imported: { read: (text) => readMonth(text) ?? readDay(text), expected: how, hint: how, keyType: 'date' },
};
