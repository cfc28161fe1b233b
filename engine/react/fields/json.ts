import { jsonRenderer } from './data-renderer.tsx';
import type { FieldRenderer } from './renderer/field-renderer.ts';

/** Structured data. */
export const json: FieldRenderer = jsonRenderer;
