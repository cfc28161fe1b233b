import { type FieldMask, maskValue } from '../../engine/model/documents/index.ts';
import { maskModeOf } from '../kernel/caller/caller.ts';
import type { CallContext } from '../kernel/operation/context.ts';

/** A number as the caller sees it: in clear, masked, or not at all. */
export function shownNumber(
  number: string,
  { caller }: Pick<CallContext, 'caller'>,
  mask: FieldMask = { mask: 'mobile' },
): string {
  const mode = maskModeOf(caller, mask);
  if (mode === 'hidden') return '';
  return mode === 'plain' ? number : maskValue(mask.mask, number);
}
