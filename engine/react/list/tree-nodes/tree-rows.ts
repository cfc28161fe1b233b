import type { WireRecord } from '../../../model/wire/index.ts';
import { valueAt } from '../../record/record-path.ts';

/** A row of a tree, with the rows below it once they are known. */
export type TreeRow = WireRecord & { readonly children?: TreeRow[] };

/** What is known of the rows below a node. */
export type Below = { readonly rows: readonly WireRecord[]; readonly isBounded: boolean };

/** Whether a node has rows below it, as the server says. */
export function hasBelow(record: WireRecord): boolean {
  return record.hasChildren === true;
}

/** Puts the loaded rows below their open nodes. A row below itself, which no tree has, ends the branch. */
export function treeRows(
  rows: readonly WireRecord[],
  below: ReadonlyMap<string, Below>,
  above: ReadonlySet<string> = new Set(),
): TreeRow[] {
  return rows
    .filter((row) => !above.has(row.id))
    .map((row) => {
      const known = below.get(row.id);
      return known === undefined ? row : { ...row, children: treeRows(known.rows, below, new Set([...above, row.id])) };
    });
}

/** A row in sight and how deep it stands. */
export type PlacedRow = { readonly record: WireRecord; readonly depth: number };

/** The rows of a tree that are in sight, each with how deep it stands. */
export function openRows(rows: readonly TreeRow[], opened: ReadonlySet<string>, depth = 0): PlacedRow[] {
  return rows.flatMap((record) => [
    { record, depth },
    ...(opened.has(record.id) ? openRows(record.children ?? [], opened, depth + 1) : []),
  ]);
}

/** Rows by the node they stand below; those of the top stand below the empty text. */
export function byParent(rows: readonly WireRecord[], parent: string): ReadonlyMap<string, readonly WireRecord[]> {
  const groups = new Map<string, WireRecord[]>();
  for (const row of rows) {
    const id = valueAt(row, parent);
    const key = typeof id === 'string' ? id : '';
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return groups;
}
