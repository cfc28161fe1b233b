import type { Values } from '../../kernel/operation/record-store.ts';

/** A row that waits to be written. */
export type WaitingRow = { readonly id: string; readonly values: Values };

type ByValue = Map<unknown, WaitingRow[]>;

/** Rows of one table found by any of their values; what is looked for once is kept in order from then on. */
export class RowIndex {
  readonly #rows: WaitingRow[] = [];
  readonly #byKey = new Map<string, ByValue>();

  add(row: WaitingRow): void {
    this.#rows.push(row);
    for (const [key, byValue] of this.#byKey) put(byValue, key, row);
  }

  get rows(): readonly WaitingRow[] {
    return this.#rows;
  }

  get size(): number {
    return this.#rows.length;
  }

  /** Forgets the rows from a place on. */
  cut(length: number): void {
    if (length >= this.#rows.length) return;
    this.#byKey.clear();
    this.#rows.length = length;
  }

  /** Whether a row has all of these values; of a list one is enough. */
  has(wanted: Values): boolean {
    return this.#fewest(wanted).some((row) =>
      Object.entries(wanted).every(([key, value]) => {
        const own = valueAt(row, key);
        return Array.isArray(value) ? value.includes(own) : own === value;
      }),
    );
  }

  /** The rows that have one of the values, of that value which the fewest have. */
  #fewest(wanted: Values): readonly WaitingRow[] {
    let fewest: readonly WaitingRow[] = this.#rows;
    for (const [key, value] of Object.entries(wanted)) {
      if (fewest.length === 0) break;
      if (Array.isArray(value)) continue;
      const some = this.#keyed(key).get(value) ?? [];
      if (some.length < fewest.length) fewest = some;
    }
    return fewest;
  }

  #keyed(key: string): ByValue {
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const byValue: ByValue = new Map();
    for (const row of this.#rows) put(byValue, key, row);
    this.#byKey.set(key, byValue);
    return byValue;
  }
}

function valueAt({ id, values }: WaitingRow, key: string): unknown {
  return key === 'id' ? id : (values[key] ?? null);
}

function put(byValue: ByValue, key: string, row: WaitingRow): void {
  const value = valueAt(row, key);
  const rows = byValue.get(value);
  if (rows === undefined) byValue.set(value, [row]);
  else rows.push(row);
}
