import type { FieldType } from './kind/field-type.ts';
import { fileListType } from './kind/id-value.ts';

/** Several pictures, in order. */
export const images: FieldType = fileListType('image');
