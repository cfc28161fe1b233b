import type { ServerFieldType } from './kind/server-field-type.ts';
import { textType } from './kind/text-type.ts';

export const mobile: ServerFieldType = {
  ...textType(),
  imported: {
    headings: ['手机', '手机号', '手机号码', '电话', '联系电话', '联系方式', '移动电话', 'phone', 'mobile', 'tel'],
    tellsRows: true,
    keyType: 'text',
  },
};
