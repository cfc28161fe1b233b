import type { WireRecord } from '../../../model/wire/index.ts';
import type { Place, Step } from '../tree-filter/tree-filter-nodes.ts';

/** Rows of a tree as far as they are read: those below a parent in their order, and whether these are all. */
export type Siblings = { readonly rows: readonly WireRecord[]; readonly isBounded: boolean };

/** The part of a tree that is read: what stands below each parent, under the empty text the top. */
export type KnownTree = {
  /** The field that names the parent. */
  readonly parent: string;
  /** Whether siblings have an order of their own; without one a move only changes the parent. */
  readonly isOrdered: boolean;
  readonly below: ReadonlyMap<string, Siblings>;
};

/** The parent a row stands below; null at the top. */
export function parentOf(record: WireRecord, { parent }: KnownTree): string | null {
  const id = record[parent];
  return typeof id === 'string' ? id : null;
}

/** Where a row stands now. */
export function placeNow(record: WireRecord, tree: KnownTree): Place {
  return { parentId: parentOf(record, tree), before: siblingAt(record, 1, tree)?.id ?? null };
}

/**
 * Where a step of the keyboard leads: among the siblings, below the one before, or behind the parent; undefined at an
 * end, and where what comes next has not been read.
 */
export function stepPlace(step: Step, record: WireRecord, tree: KnownTree): Place | undefined {
  const parentId = parentOf(record, tree);
  switch (step) {
    case 'up': {
      const previous = siblingAt(record, -1, tree);
      return previous === undefined || !tree.isOrdered ? undefined : { parentId, before: previous.id };
    }
    case 'down': {
      const next = siblingAt(record, 1, tree);
      return next === undefined || !tree.isOrdered ? undefined : behind(next, tree);
    }
    case 'in': {
      const previous = siblingAt(record, -1, tree);
      return previous === undefined ? undefined : { parentId: previous.id, before: null };
    }
    case 'out': {
      const above = parentId === null ? undefined : rowOf(parentId, tree);
      return above === undefined ? undefined : behind(above, tree);
    }
  }
}

/** Where a row goes that is let go over another: before it, behind it or below it; undefined where that is not known. */
export function dropPlace(held: 'before' | 'after' | 'inside', onto: WireRecord, tree: KnownTree): Place | undefined {
  if (held === 'inside') return { parentId: onto.id, before: null };
  if (!tree.isOrdered) return { parentId: parentOf(onto, tree), before: null };
  return held === 'after' ? behind(onto, tree) : { parentId: parentOf(onto, tree), before: onto.id };
}

/** Whether a row is another one or stands below it, as far as the rows above it are read. */
export function isBelow(record: WireRecord, id: string, tree: KnownTree): boolean {
  if (record.id === id) return true;
  const parent = parentOf(record, tree);
  const above = parent === null ? undefined : rowOf(parent, tree);
  return above !== undefined && isBelow(above, id, tree);
}

/** The place right behind a row; undefined where the row after it has not been read. */
function behind(record: WireRecord, tree: KnownTree): Place | undefined {
  const next = siblingAt(record, 1, tree);
  if (next === undefined && siblingsOf(record, tree).isBounded) return undefined;
  return { parentId: parentOf(record, tree), before: next?.id ?? null };
}

function siblingsOf(record: WireRecord, tree: KnownTree): Siblings {
  return tree.below.get(parentOf(record, tree) ?? '') ?? { rows: [], isBounded: false };
}

function siblingAt(record: WireRecord, by: -1 | 1, tree: KnownTree): WireRecord | undefined {
  const { rows } = siblingsOf(record, tree);
  const at = rows.findIndex(({ id }) => id === record.id);
  return at < 0 ? undefined : rows[at + by];
}

function rowOf(id: string, { below }: KnownTree): WireRecord | undefined {
  for (const { rows } of below.values()) {
    const found = rows.find((row) => row.id === id);
    if (found !== undefined) return found;
  }
  return undefined;
}
