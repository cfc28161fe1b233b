import { refuse } from '../kernel/errors/app-error.ts';

/** A part of a content, both ends inclusive. */
export type Span = { readonly start: number; readonly end: number };

/**
 * The one part a `Range` header asks for; undefined where it asks for none that is understood, which is answered with
 * the whole (RFC 9110 allows that for several parts too).
 */
export function rangeOf(header: string | undefined, size: number): Span | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (start >= size || end < start) throw refuse('E_FILE_RANGE');
  return { start, end };
}
