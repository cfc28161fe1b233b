import type { FieldRenderer } from '../renderer/field-renderer.ts';
import { urlRenderer } from './text-renderer.tsx';

/** An address of the web, as a link. */
export const url: FieldRenderer = urlRenderer;
