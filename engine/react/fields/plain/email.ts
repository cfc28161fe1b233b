import type { FieldRenderer } from '../renderer/field-renderer.ts';
import { textRenderer } from './text-renderer.tsx';

/** An address of electronic mail. */
export const email: FieldRenderer = textRenderer;
