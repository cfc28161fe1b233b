import type { FieldRenderer } from '../renderer/field-renderer.ts';
import { colorRenderer } from './color-renderer.tsx';

/** A colour, shown with its name on it. */
export const color: FieldRenderer = colorRenderer;
