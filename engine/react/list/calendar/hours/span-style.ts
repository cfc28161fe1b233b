/** Height of an hour, in pixels. */
export const hourHeight = 48;

/** What is too short to be read is drawn at this height. */
const leastHeight = 18;

type Span = { readonly from: number; readonly to: number };

/** Where a span of minutes is drawn among these hours. */
export function spanStyle({ from, to }: Span, range: Span): { readonly top: number; readonly height: number } {
  const top = ((from - range.from * 60) / 60) * hourHeight;
  return { top, height: Math.max(((to - from) / 60) * hourHeight - 1, leastHeight) };
}
