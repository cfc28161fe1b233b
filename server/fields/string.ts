import type { ServerFieldType } from './kind/server-field-type.ts';
import { textType } from './kind/text-type.ts';

export const string: ServerFieldType = textType();
