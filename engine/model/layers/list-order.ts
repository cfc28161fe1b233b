/** Of items given by their present places in wanted order, those that may stay while the fewest others move. */
export function longestIncreasing(places: readonly number[]): ReadonlySet<number> {
  // Patience sorting: the smallest end of a rising run of each length, and what stands before each item in its run.
  const ends: number[] = [];
  const before = new Map<number, number | undefined>();
  for (const place of places) {
    const length = ends.findIndex((end) => end >= place);
    const index = length < 0 ? ends.length : length;
    before.set(place, ends[index - 1]);
    ends[index] = place;
  }
  const rising = new Set<number>();
  for (let place = ends.at(-1); place !== undefined; place = before.get(place)) rising.add(place);
  return rising;
}
