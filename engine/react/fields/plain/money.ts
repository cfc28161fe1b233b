import { formatMoney } from '../../formats/format.ts';
import type { FieldRenderer } from '../renderer/field-renderer.ts';
import { numberRenderer } from './number-renderer.tsx';

/** An amount: cents stored, yuan shown. */
export const money: FieldRenderer = numberRenderer(formatMoney);
