import type { FieldRenderer } from '../renderer/field-renderer.ts';
import { textRenderer } from './text-renderer.tsx';

/** The number of an identity card. */
export const idcard: FieldRenderer = textRenderer;
