import type { FieldRenderer } from '../renderer/field-renderer.ts';
import { dayRenderer } from './date-renderer.tsx';

/** A day. */
export const date: FieldRenderer = dayRenderer;
