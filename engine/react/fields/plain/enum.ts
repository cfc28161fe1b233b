import type { FieldRenderer } from '../renderer/field-renderer.ts';
import { enumRenderer } from './enum-renderer.tsx';

/** A value of a dictionary, as a tag. */
export const enumType: FieldRenderer = enumRenderer;
