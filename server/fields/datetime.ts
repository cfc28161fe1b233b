import { shanghaiTime } from '../kernel/text/shanghai-time.ts';
import { importText } from '../texts/import-text.ts';
import { readMoment } from './kind/read-time.ts';
import type { ServerFieldType } from './kind/server-field-type.ts';

const how = importText('import.expected.datetime');

export const datetime: ServerFieldType = {
  sqlKind: 'moment',
  column: () => 'timestamp(3) with time zone',
  cast: 'timestamptz(3)',
  copyForm: 'moment',
  schema: () => ({
    type: 'string',
    format: 'date-time',
    pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d.*(Z|[+-]\\d\\d:?\\d\\d)$',
  }),
  exported: () => (value) => (typeof value === 'string' ? shanghaiTime(value) : null),
  imported: { read: readMoment, expected: how, hint: how },
};
