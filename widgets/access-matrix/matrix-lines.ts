import type { MatrixAnswer, MatrixGroup, MatrixRow } from '../../contract/access-matrix.ts';

/** A line of the table: the head of a group, or one of its rows. */
export type MatrixLine =
  | { readonly key: string; readonly kind: 'group'; readonly group: MatrixGroup; readonly count: number }
  | { readonly key: string; readonly kind: 'row'; readonly row: MatrixRow; readonly isOther: boolean };

/** What is asked of the lines: words in them, two columns that are to differ, and the groups that are folded. */
export type Wanted = {
  readonly words: string;
  /** Places of the two columns compared. */
  readonly compared: readonly [number, number] | undefined;
  readonly isOnlyOther: boolean;
  readonly folded: ReadonlySet<string>;
};

/** The lines to draw, groups in their order; a group of which nothing is wanted is left out. */
export function matrixLines(
  { groups }: MatrixAnswer,
  { words, compared, isOnlyOther, folded }: Wanted,
): readonly MatrixLine[] {
  const sought = words.trim().toLowerCase();
  const isOther = ({ cells }: MatrixRow) => compared !== undefined && cells[compared[0]] !== cells[compared[1]];
  return groups.flatMap((group): readonly MatrixLine[] => {
    const isWhole = sought === '' || group.title.toLowerCase().includes(sought);
    const rows = group.rows.filter(
      (row) =>
        (isWhole || `${row.area} ${row.title}`.toLowerCase().includes(sought)) &&
        (!isOnlyOther || compared === undefined || isOther(row)),
    );
    if (rows.length === 0) return [];
    const head: MatrixLine = { key: `group/${group.key}`, kind: 'group', group, count: rows.length };
    if (folded.has(group.key)) return [head];
    return [head, ...rows.map((row): MatrixLine => ({ key: row.key, kind: 'row', row, isOther: isOther(row) }))];
  });
}
