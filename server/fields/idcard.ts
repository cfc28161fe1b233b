import type { ServerFieldType } from './kind/server-field-type.ts';
import { textType } from './kind/text-type.ts';

export const idcard: ServerFieldType = {
  ...textType({ pattern: '^\\d{17}[\\dX]$' }),
  imported: {
    read: (text) => text.toUpperCase(),
    headings: ['身份证', '身份证号', '身份证号码', '证件号码'],
    tellsRows: true,
    keyType: 'text',
  },
};
