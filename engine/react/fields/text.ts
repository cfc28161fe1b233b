import { longTextRenderer } from './plain/text-renderer.tsx';
import type { FieldRenderer } from './renderer/field-renderer.ts';

/** Several lines of text. */
export const text: FieldRenderer = longTextRenderer;
