import { filesRenderer } from './file/file-renderer.tsx';
import type { FieldRenderer } from './renderer/field-renderer.ts';

/** Several stored files, in order. */
export const files: FieldRenderer = filesRenderer;
