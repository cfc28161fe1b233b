import type { MenuPage } from '../../engine/react/index.ts';

/** How many pages stand on a home page that nobody arranged. */
const usualCount = 6;

/** The pages on a home page: those chosen as far as they can still be opened; usual ones where none ever were. */
export function shownShortcuts(
  chosen: readonly string[] | null,
  pages: readonly MenuPage[],
  here: string,
): readonly MenuPage[] {
  if (chosen === null) return usualShortcuts(pages, here);
  return chosen.flatMap((name) => pages.find((page) => page.name === name) ?? []);
}

/** What stands beside the home page in the menu, then where somebody has most pages: there his work is. */
function usualShortcuts(pages: readonly MenuPage[], here: string): readonly MenuPage[] {
  const own = pages.find(({ name }) => name === here)?.groups[0];
  const offered = pages.filter(({ name, hidden }) => name !== here && !hidden);
  const weight = ({ groups: [group] }: MenuPage) =>
    group === own ? Number.POSITIVE_INFINITY : offered.filter((page) => page.groups[0] === group).length;
  const weights = new Map(offered.map((page) => [page, weight(page)]));
  const heavier = (a: MenuPage, b: MenuPage) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0);
  return offered.toSorted((a, b) => (weights.get(a) === weights.get(b) ? 0 : heavier(a, b))).slice(0, usualCount);
}

/** The names with one of them put before another; at the end where there is no other. */
export function movedBefore(names: readonly string[], name: string, before: string | undefined): readonly string[] {
  const others = names.filter((one) => one !== name);
  const place = before === undefined ? others.length : others.indexOf(before);
  return [...others.slice(0, place), name, ...others.slice(place)];
}

/** The names with one of them a place nearer to the start (-1) or the end (1). */
export function movedBy(names: readonly string[], name: string, step: -1 | 1): readonly string[] {
  const place = names.indexOf(name) + step;
  if (place < 0 || place >= names.length) return names;
  return movedBefore(names, name, names.filter((one) => one !== name)[place]);
}
