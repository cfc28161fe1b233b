import type { FieldType } from './kind/field-type.ts';
import { fileListType } from './kind/id-value.ts';

/** Several files, in order. */
export const files: FieldType = fileListType('file');
