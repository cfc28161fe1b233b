import type { Box } from '../drawn/drawn-nodes.ts';
import type { PointerPlace } from './follow-pointer.ts';

/** A node of a list, as it is drawn. */
export type DrawnItem = { readonly name: string; readonly box: Box };

/** Where what is dragged would be let go: before or behind another one, and the line that shows it. */
export type DropPlace = { readonly beside: string; readonly side: 'before' | 'after'; readonly line: Box };

/** What is dragged over the page, and where it would be let go. */
export type PlaceDrag = { readonly dragged: readonly string[]; readonly drop: DropPlace | undefined };

/** So far from all of them it is let go nowhere, in pixels. */
const farthest = 80;

/**
 * The place nearest to a pointer. Those that stand side by side are told apart by left and right, others by above and
 * below; over what is dragged itself there is none.
 */
export function dropPlaceAt(
  items: readonly DrawnItem[],
  dragged: ReadonlySet<string>,
  { x, y }: PointerPlace,
): DropPlace | undefined {
  const near = items
    .map((item) => ({ item, far: distance(item.box, { x, y }) }))
    .reduce<{ item: DrawnItem; far: number } | undefined>(
      (a, b) => (a !== undefined && a.far <= b.far ? a : b),
      undefined,
    );
  if (near === undefined || near.far > farthest || dragged.has(near.item.name)) return undefined;
  const { name, box } = near.item;
  const { left, top, width, height } = box;
  if (items.some((other) => other.name !== name && isBeside(other.box, box))) {
    const isBefore = x < left + width / 2;
    return {
      beside: name,
      side: sideOf(isBefore),
      line: { left: isBefore ? left : left + width, top, width: 0, height },
    };
  }
  const isBefore = y < top + height / 2;
  return { beside: name, side: sideOf(isBefore), line: { left, top: isBefore ? top : top + height, width, height: 0 } };
}

function sideOf(isBefore: boolean): DropPlace['side'] {
  return isBefore ? 'before' : 'after';
}

function distance({ left, top, width, height }: Box, { x, y }: PointerPlace): number {
  return Math.hypot(Math.max(left - x, 0, x - left - width), Math.max(top - y, 0, y - top - height));
}

/** Whether two stand in one line. */
function isBeside(a: Box, b: Box): boolean {
  return a.top < b.top + b.height - 1 && b.top < a.top + a.height - 1;
}

/** The key behind which nodes of a list go, of all its keys in their order; null is the first place. */
export function keyBefore(
  names: readonly string[],
  dragged: ReadonlySet<string>,
  { beside, side }: Pick<DropPlace, 'beside' | 'side'>,
): string | null {
  if (side === 'after') return beside;
  return names.slice(0, names.indexOf(beside)).findLast((name) => !dragged.has(name)) ?? null;
}
