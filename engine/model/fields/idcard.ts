import type { FieldType } from './kind/field-type.ts';
import { codeType, matching, textType } from './kind/text-value.ts';

/** The number of an identity card. */
export const idcard: FieldType = { ...textType(255, matching(/^\d{17}[\dX]$/)), ...codeType };
