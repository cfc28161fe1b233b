/** What the text of such a statement begins with, and the place and the turn that follow. */
const opening = '/* kept ';
const mark = /^\/\* kept (?<place>\d+)\.(?<turn>\d+) \*\/ /;

/** How many such statements a session keeps at most: each holds a plan of some 200 kB in its memory. */
const places = 24;
/** A statement keeps its place until it was not run for so long and another wants it, in milliseconds. */
const idle = 60_000;

type Place = { holder: object | undefined; turn: number; usedAt: number };

const all: readonly Place[] = Array.from({ length: places }, () => ({ holder: undefined, turn: 0, usedAt: 0 }));

/**
 * The mark of the place that a statement holds among those whose plans are kept, or takes now, as one is free or was not
 * used for a minute; undefined where there is none. Who takes one that another held has another turn, by which sessions
 * know that they have to forget what they kept for the former.
 */
export function keepingMark(holder: object, now = performance.now()): string | undefined {
  const held = all.findIndex((place) => place.holder === holder);
  const at = held === -1 ? freePlace(now) : held;
  const place = all[at];
  if (place === undefined) return undefined;
  if (held === -1) place.turn += 1;
  place.holder = holder;
  place.usedAt = now;
  return `${opening}${at}.${place.turn} */ `;
}

function freePlace(now: number): number {
  return all.findIndex(({ holder, usedAt }) => holder === undefined || now - usedAt > idle);
}

/** A statement whose plan is kept: its name, and the place it has. */
export type KeptName = { readonly name: string; readonly place: number };

/** Under which name a session keeps a statement; undefined for what bears no such mark. */
export function keptName(text: string): KeptName | undefined {
  if (!text.startsWith(opening)) return undefined;
  const { place, turn } = mark.exec(text)?.groups ?? {};
  return place === undefined ? undefined : { name: `kept.${place}.${turn}`, place: Number(place) };
}

/** Gives a place free whose plan is of no use any more: who holds it takes one anew. */
export function freeKept({ name, place }: KeptName): void {
  const held = all[place];
  if (held !== undefined && `kept.${place}.${held.turn}` === name) held.holder = undefined;
}
