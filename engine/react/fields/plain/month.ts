import type { FieldRenderer } from '../renderer/field-renderer.ts';
import { monthRenderer } from './date-renderer.tsx';

/** A month. */
export const month: FieldRenderer = monthRenderer;
