import type { FieldRenderer } from '../renderer/field-renderer.ts';
import { numberRenderer } from './number-renderer.tsx';

/** A whole number, or what it counts. */
export const int: FieldRenderer = numberRenderer();
