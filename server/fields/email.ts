import type { ServerFieldType } from './kind/server-field-type.ts';
import { textType } from './kind/text-type.ts';

export const email: ServerFieldType = {
  ...textType({ format: 'email', pattern: '^[^\\s@<>]+@[^\\s@<>]+\\.[^\\s@<>]+$' }),
  imported: {
    headings: ['邮箱', '电子邮箱', '电子邮件', '邮件', 'email', 'mail'],
    tellsRows: true,
    keyType: 'text',
  },
};
