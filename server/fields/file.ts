import { idType } from './kind/id-type.ts';
import type { ServerFieldType } from './kind/server-field-type.ts';

/** The id of the row of the file. */
export const file: ServerFieldType = idType;
