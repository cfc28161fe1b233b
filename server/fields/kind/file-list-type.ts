import { usualFiles } from '../../../engine/model/fields/index.ts';
import { idsSchema } from './id-type.ts';
import type { ServerFieldType } from './server-field-type.ts';

/** Several files, in order. */
export const fileListType: ServerFieldType = {
  sqlKind: 'json',
  column: () => 'jsonb',
  cast: 'text',
  copyForm: 'json',
  schema: (field, _, isInput) => idsSchema(field, field.max ?? usualFiles, isInput),
  imported: {},
};
