import type { FieldType } from './kind/field-type.ts';
import { fileType } from './kind/id-value.ts';

/** One picture, by its id. */
export const image: FieldType = fileType('image');
