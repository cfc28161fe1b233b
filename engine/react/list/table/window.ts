/** Places from `first` up to, but not with, `end`. */
export type Span = { readonly first: number; readonly end: number };

/** Pixels from one edge to another, counted from the beginning of what is scrolled. */
export type KeyRange = { readonly from: number; readonly to: number };

/** Rows drawn beyond what is in sight, at either side: a turn of the wheel finds them there. */
const spareRows = 6;
/** The window moves in steps of so many places: scrolling a little draws nothing anew. */
const rowStep = 5;
const columnStep = 2;
/** Pixels of columns drawn beyond what is in sight, at either side. */
const spareWidth = 320;

/** The rows, all of one height, that a stretch touches, with some to spare; empty only where there are none. */
export function rowsWithin({ from, to }: KeyRange, count: number, height: number): Span {
  const first = Math.floor(from / height) - spareRows;
  const end = Math.ceil(to / height) + spareRows;
  return inSteps({ first, end }, count, rowStep);
}

/** The columns that a stretch touches, with some to spare; `edges` are where each begins, and where the last ends. */
export function columnsWithin({ from, to }: KeyRange, edges: readonly number[]): Span {
  const count = Math.max(0, edges.length - 1);
  const first = edges.findIndex((_, index) => (edges[index + 1] ?? Number.POSITIVE_INFINITY) > from - spareWidth);
  const beyond = edges.findIndex((edge) => edge >= to + spareWidth);
  return inSteps({ first, end: beyond < 0 ? count : beyond }, count, columnStep);
}

/** Whether two spans are the same places. */
export function isSameSpan(one: Span, other: Span): boolean {
  return one.first === other.first && one.end === other.end;
}

function inSteps({ first, end }: Span, count: number, step: number): Span {
  // Scrolled past the beginning or the end, the nearest rows are drawn.
  const last = Math.max(0, count - 1);
  const from = Math.floor(Math.min(Math.max(first, 0), last) / step) * step;
  const to = Math.ceil(Math.max(end, from + 1) / step) * step;
  return { first: from, end: Math.min(to, count) };
}
