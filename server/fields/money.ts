import { importText } from '../texts/import-text.ts';
import { numberBounds } from './kind/number-type.ts';
import { readCents } from './kind/read-number.ts';
import type { ServerFieldType } from './kind/server-field-type.ts';
import { numberCell } from './kind/written-cell.ts';

/** Cents in the database and on the wire, yuan in tables. */
export const money: ServerFieldType = {
  sqlKind: 'number',
  column: () => 'bigint',
  cast: 'numeric',
  copyForm: 'safe',
  schema: () => ({ type: 'integer', 'x-unit': '分' }),
  bounds: numberBounds,
  exported: () => numberCell(100),
  imported: {
    read: readCents,
    expected: importText('import.expected.money'),
    hint: importText('import.hint.money'),
    keyType: 'bigint',
  },
};
