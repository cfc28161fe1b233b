import type { ListView } from '../../../model/view/index.ts';

/** Most fields a list is sorted by at once; the server takes no more. */
export const maxSorts = 4;

/** How a list is sorted by one field. */
export type SortKey = { readonly path: string; readonly isDown: boolean };

/** The fields a sort names, in rank. */
export function sortKeys(sort: readonly string[]): readonly SortKey[] {
  return sort.map((item) => ({ path: item.replace(/^-/, ''), isDown: item.startsWith('-') }));
}

/** What of a list's state says how it is sorted. */
type SortState = { readonly sort: readonly string[]; readonly tab: string };

/** What a list is sorted by: the user's choice, else as its tab or the page says. */
export function sortInForce({ sort, tab }: SortState, view: ListView): readonly string[] {
  return sort.length > 0 ? sort : plainSort(tab, view);
}

/** What a list is sorted by while nobody chooses anything else: as its tab says, else as the page does. */
export function plainSort(tab: string, view: ListView): readonly string[] {
  return view.tabs.find(({ key }) => key === tab)?.sort ?? view.page.sort ?? [];
}

/** Place and direction of a field in a sort; undefined when it is not in it. */
export function rankIn(sort: readonly string[], path: string): (SortKey & { readonly rank: number }) | undefined {
  const keys = sortKeys(sort);
  const index = keys.findIndex((key) => key.path === path);
  const key = keys[index];
  return key === undefined ? undefined : { ...key, rank: index + 1 };
}

/**
 * The sort after a click on a column: upwards, downwards, as the page has it. Undefined when there are too many.
 * To an order nobody chose nothing is added: it is replaced.
 */
export function nextSort(
  sort: readonly string[],
  ofPage: readonly string[],
  path: string,
  isAdded: boolean,
): readonly string[] | undefined {
  if (isAdded) return addedSort(sort, path);
  const now = rankIn(sort.length > 0 ? sort : ofPage, path);
  if (now === undefined) return [path];
  if (!now.isDown) return [`-${path}`];
  // What the page itself sorts downwards turns round: leaving it to the page would change nothing.
  return ofPage.includes(`-${path}`) ? [path] : [];
}

function addedSort(sort: readonly string[], path: string): readonly string[] | undefined {
  const now = rankIn(sort, path);
  if (now === undefined) return sort.length >= maxSorts ? undefined : [...sort, path];
  if (!now.isDown) return sort.map((item) => (item === path ? `-${path}` : item));
  return sort.filter((item) => item !== `-${path}`);
}

/** A sort with another field, or another direction, at one of its places. */
export function changedSort(sort: readonly string[], place: number, item: string): readonly string[] {
  return sort.map((each, at) => (at === place ? item : each));
}

/** A sort with one of its fields a place earlier or later. */
export function movedSort(sort: readonly string[], place: number, step: -1 | 1): readonly string[] {
  const [here, there] = [sort[place], sort[place + step]];
  if (here === undefined || there === undefined) return sort;
  return sort.map((each, at) => (at === place ? there : at === place + step ? here : each));
}

/** Reads a sort of an address: fields the list can be sorted by, each once, at most four. */
export function readSort(text: string | undefined, view: ListView): readonly string[] {
  const sortable = new Set(view.columns.filter((column) => column.sortable).map((column) => column.path));
  const seen = new Set<string>();
  return (text ?? '')
    .split(',')
    .filter((item) => {
      const path = item.replace(/^-/, '');
      if (!sortable.has(path) || seen.has(path)) return false;
      seen.add(path);
      return true;
    })
    .slice(0, maxSorts);
}
