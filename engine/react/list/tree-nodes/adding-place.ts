import type { PlacedRow } from './tree-rows.ts';

/** Where nodes are added: at which place among the rows in sight, and how deep. */
export type AddingPlace = { readonly at: number; readonly depth: number };

/**
 * The place where a new node will stand: behind all that is below its parent, at the top behind everything; undefined
 * where the parent is not in sight.
 */
export function addingPlace(rows: readonly PlacedRow[], parentId: string | undefined): AddingPlace | undefined {
  if (parentId === undefined) return { at: rows.length, depth: 0 };
  const parent = rows.findIndex(({ record }) => record.id === parentId);
  const depth = rows[parent]?.depth;
  if (depth === undefined) return undefined;
  const next = rows.findIndex((row, index) => index > parent && row.depth <= depth);
  return { at: next < 0 ? rows.length : next, depth: depth + 1 };
}
