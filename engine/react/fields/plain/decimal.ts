import type { FieldRenderer } from '../renderer/field-renderer.ts';
import { numberRenderer } from './number-renderer.tsx';

/** A number, or what it counts. */
export const decimal: FieldRenderer = numberRenderer();
