import { idType } from './kind/id-type.ts';
import type { ServerFieldType } from './kind/server-field-type.ts';

export const ref: ServerFieldType = {
  ...idType,
  copyForm: 'safe',
  imported: { hint: '名称、编码或账号，须唯一', keyType: 'uuid' },
};
