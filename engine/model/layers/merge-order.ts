import { longestIncreasing } from './list-order.ts';

/** An item that both moved, each behind another one; null is the first place. */
export type PlaceCollision = { readonly key: string; readonly mine: string | null; readonly theirs: string | null };

/** The order of a list that two people changed, of the items that are left, and what both moved. */
export type MergedOrder = { readonly keys: readonly string[]; readonly collisions: readonly PlaceCollision[] };

/**
 * Their order, with what I added or moved behind the item it stands behind in mine. What both moved to different places
 * stays where they put it, and is told.
 */
export function mergeOrder(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
  kept: ReadonlySet<string>,
): MergedOrder {
  const movedByMe = movedKeys(base, mine);
  const movedByThem = movedKeys(base, theirs);
  const inTheirs = new Set(theirs);
  const keys = theirs.filter((key) => kept.has(key) && !(movedByMe.has(key) && !movedByThem.has(key)));
  const collisions: PlaceCollision[] = [];
  for (const [index, key] of mine.entries()) {
    if (!kept.has(key)) continue;
    const isNew = !inTheirs.has(key);
    if (movedByMe.has(key) && movedByThem.has(key)) {
      const places = { key, mine: before(mine, key), theirs: before(theirs, key) };
      if (places.mine !== places.theirs) collisions.push(places);
    } else if (isNew || movedByMe.has(key)) {
      keys.splice(placeBehind(keys, mine.slice(0, index)), 0, key);
    }
  }
  return { keys, collisions };
}

/** Items of both orders that have left their place among the others. */
function movedKeys(base: readonly string[], now: readonly string[]): ReadonlySet<string> {
  const places = new Map(base.map((key, index) => [key, index]));
  const common = now.filter((key) => places.has(key));
  const staying = longestIncreasing(common.map((key) => places.get(key) ?? 0));
  return new Set(common.filter((key) => !staying.has(places.get(key) ?? 0)));
}

/** Behind the nearest of those in front that is there; first where none is. */
function placeBehind(keys: readonly string[], inFront: readonly string[]): number {
  const nearest = inFront.findLast((key) => keys.includes(key));
  return nearest === undefined ? 0 : keys.indexOf(nearest) + 1;
}

function before(keys: readonly string[], key: string): string | null {
  return keys[keys.indexOf(key) - 1] ?? null;
}
