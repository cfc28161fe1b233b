import type { RawBuilder } from 'kysely';
import type { PageStart, SortKey } from './keyset.ts';

/** Most rows a count tells exactly unless it is asked to. */
export const countCap = 1000;

export type CountKind = 'capped' | 'exact' | 'none';

export type PageQuery = {
  readonly rows: {
    readonly id: RawBuilder<unknown>;
    readonly createdAt: RawBuilder<unknown>;
    readonly from: RawBuilder<unknown>;
    /** The same with only the joins that `condition` needs, and those that the sort keys need too. */
    readonly counted: RawBuilder<unknown>;
    readonly sorted: RawBuilder<unknown>;
    readonly condition: RawBuilder<unknown>;
    /** The same rows in parts, each of which an index may give in its order; none where there are no such parts. */
    readonly parts: readonly RawBuilder<unknown>[];
  };
  readonly columns: RawBuilder<unknown>;
  readonly keys: readonly SortKey[];
  readonly start: PageStart;
  readonly size: number;
  readonly count: CountKind;
  /**
   * Whether one plan serves whatever the values are, so that sessions may keep it; or whether the same values come again
   * and again, so that they may keep one for these.
   */
  readonly steady: boolean | 'repeated';
};

/** How many rows of the list come before the page, where it is asked for by its row number. */
export function rowsBefore(start: PageStart): number {
  return start.kind === 'row' ? start.row : 0;
}
