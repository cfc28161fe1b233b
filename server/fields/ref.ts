import { importText } from '../texts/import-text.ts';
import { idType } from './kind/id-type.ts';
import type { ServerFieldType } from './kind/server-field-type.ts';

export const ref: ServerFieldType = {
  ...idType,
  copyForm: 'safe',
  imported: { hint: importText('import.hint.ref'), keyType: 'uuid' },
};
