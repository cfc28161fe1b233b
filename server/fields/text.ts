import type { ServerFieldType } from './kind/server-field-type.ts';
import { longColumn, textType } from './kind/text-type.ts';

export const text: ServerFieldType = { ...textType(), column: longColumn };
