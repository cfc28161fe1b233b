import { fileRenderer } from './file/file-renderer.tsx';
import type { FieldRenderer } from './renderer/field-renderer.ts';

/** A stored file. */
export const file: FieldRenderer = fileRenderer;
