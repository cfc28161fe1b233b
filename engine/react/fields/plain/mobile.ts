import type { FieldRenderer } from '../renderer/field-renderer.ts';
import { textRenderer } from './text-renderer.tsx';

/** The digits of a mobile number. */
export const mobile: FieldRenderer = textRenderer;
