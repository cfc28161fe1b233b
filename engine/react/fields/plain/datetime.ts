import type { FieldRenderer } from '../renderer/field-renderer.ts';
import { momentRenderer } from './date-renderer.tsx';

/** A moment, as Shanghai's wall clock shows it. */
export const datetime: FieldRenderer = momentRenderer;
