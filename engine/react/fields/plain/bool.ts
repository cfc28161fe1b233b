import type { FieldRenderer } from '../renderer/field-renderer.ts';
import { boolRenderer } from './bool-renderer.tsx';

/** Yes or no. */
export const bool: FieldRenderer = boolRenderer;
