import { htmlRenderer } from './html-renderer.tsx';
import type { FieldRenderer } from './renderer/field-renderer.ts';

/** Formatted text. */
export const html: FieldRenderer = htmlRenderer;
