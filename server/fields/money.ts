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
    expected: '金额（元，至多两位小数）',
    hint: '金额，单位元，至多两位小数',
    keyType: 'bigint',
  },
};
