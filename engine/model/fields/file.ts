import type { FieldType } from './kind/field-type.ts';
import { fileType } from './kind/id-value.ts';

/** One file, by its id. */
export const file: FieldType = fileType('file');
