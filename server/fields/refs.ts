import { importText } from '../texts/import-text.ts';
import { idsSchema } from './kind/id-type.ts';
import type { ServerFieldType } from './kind/server-field-type.ts';

export const refs: ServerFieldType = {
  sqlKind: 'ids',
  column: () => 'uuid[]',
  cast: 'text',
  copyForm: 'ids',
  schema: (field, _, isInput) => idsSchema(field, 200, isInput),
  imported: {
    read: (text) => [...new Set(text.split(/[、,，;；\n]/).flatMap((part) => part.trim() || []))],
    hint: importText('import.hint.refs'),
  },
};
