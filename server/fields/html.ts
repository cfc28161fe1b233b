import type { ServerFieldType } from './kind/server-field-type.ts';
import { longColumn, textType } from './kind/text-type.ts';

export const html: ServerFieldType = { ...textType(), column: longColumn, imported: {} };
