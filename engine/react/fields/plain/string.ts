import type { FieldRenderer } from '../renderer/field-renderer.ts';
import { textRenderer } from './text-renderer.tsx';

/** One line of text. */
export const string: FieldRenderer = textRenderer;
