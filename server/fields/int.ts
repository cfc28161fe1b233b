import { importText } from '../texts/import-text.ts';
import { numberBounds } from './kind/number-type.ts';
import { readWhole } from './kind/read-number.ts';
import type { ServerFieldType } from './kind/server-field-type.ts';
import { numberCell } from './kind/written-cell.ts';

/** What fits the usual column; a field whose `max` is beyond has one twice as wide. */
const maxInteger = 2_147_483_647;

export const int: ServerFieldType = {
  sqlKind: 'number',
  column: ({ max }) => (max !== undefined && max > maxInteger ? 'bigint' : 'integer'),
  cast: 'numeric',
  copyForm: 'safe',
  schema: () => ({ type: 'integer' }),
  bounds: numberBounds,
  exported: () => numberCell(1),
  imported: {
    read: readWhole,
    expected: importText('import.expected.int'),
    hint: importText('import.expected.int'),
    keyType: 'bigint',
  },
};
