import { refRenderer } from './ref-renderer.tsx';
import type { FieldRenderer } from './renderer/field-renderer.ts';

/** Several records, by their labels. */
export const refs: FieldRenderer = refRenderer;
