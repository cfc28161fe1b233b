import { filesRenderer } from './file/file-renderer.tsx';
import type { FieldRenderer } from './renderer/field-renderer.ts';

/** Several stored pictures, in order. */
export const images: FieldRenderer = filesRenderer;
