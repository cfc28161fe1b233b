import { refRenderer } from './ref-renderer.tsx';
import type { FieldRenderer } from './renderer/field-renderer.ts';

/** A record referred to, by its label. */
export const ref: FieldRenderer = refRenderer;
