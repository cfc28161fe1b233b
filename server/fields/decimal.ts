import { importText } from '../texts/import-text.ts';
import { numberBounds } from './kind/number-type.ts';
import { readDecimal } from './kind/read-number.ts';
import type { ServerFieldType } from './kind/server-field-type.ts';
import { numberCell } from './kind/written-cell.ts';

export const decimal: ServerFieldType = {
  sqlKind: 'number',
  column: () => 'numeric(12,4)',
  cast: 'numeric',
  copyForm: 'plain',
  schema: () => ({ type: 'number' }),
  bounds: numberBounds,
  exported: () => numberCell(1),
  imported: {
    read: readDecimal,
    expected: importText('import.expected.decimal'),
    hint: importText('import.expected.decimal'),
  },
};
