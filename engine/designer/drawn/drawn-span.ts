/** How many columns of its grid something takes as it is drawn, and how wide one is with the gap behind it. */
export type DrawnSpan = {
  readonly columns: number;
  readonly step: number;
  readonly left: number;
  readonly gap: number;
};

/** The columns that something takes of the grid around it; undefined where it stands in none. */
export function drawnSpan(element: HTMLElement): DrawnSpan | undefined {
  const item = itemOfGrid(element);
  const grid = item?.parentElement;
  if (item === undefined || !grid) return undefined;
  const { gridTemplateColumns, columnGap } = getComputedStyle(grid);
  const [track = 0] = gridTemplateColumns.split(' ').map(Number.parseFloat);
  const gap = Number.parseFloat(columnGap) || 0;
  if (!(track > 0)) return undefined;
  const { left, width } = item.getBoundingClientRect();
  return { columns: Math.round((width + gap) / (track + gap)), step: track + gap, left, gap };
}

function itemOfGrid(element: HTMLElement): HTMLElement | undefined {
  for (let at: HTMLElement | null = element; at !== null; at = at.parentElement) {
    if (at.parentElement === null || at.classList.contains('designer-page')) return undefined;
    if (getComputedStyle(at.parentElement).display === 'grid') return at;
  }
  return undefined;
}

/** The choice next to a number of columns: wider, or narrower. */
export function nextSpan(choices: readonly number[], now: number, by: -1 | 1): number | undefined {
  return by > 0 ? choices.find((one) => one > now) : choices.findLast((one) => one < now);
}

/** The choice nearest to a number of columns. */
export function nearestSpan(choices: readonly number[], wanted: number): number | undefined {
  const far = (one: number) => Math.abs(one - wanted);
  return choices.reduce<number | undefined>(
    (best, one) => (best !== undefined && far(best) <= far(one) ? best : one),
    undefined,
  );
}
