import { fileRenderer } from './file/file-renderer.tsx';
import type { FieldRenderer } from './renderer/field-renderer.ts';

/** A stored picture. */
export const image: FieldRenderer = fileRenderer;
