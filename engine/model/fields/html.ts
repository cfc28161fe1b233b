import type { FieldType } from './kind/field-type.ts';
import { textType } from './kind/text-value.ts';

/** Formatted text. */
export const html: FieldType = { ...textType(100_000), operators: [], isLong: true };
