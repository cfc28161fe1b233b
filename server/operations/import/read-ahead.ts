import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';

/** Reads rows that equal the values, a list standing for one of several, without a limit worth speaking of. */
export type ReadMany = (entity: string, wanted: Values) => Promise<readonly StoredRecord[]>;

type Answers = ReadonlyMap<unknown, readonly StoredRecord[]>;

const enough = 5000;

/**
 * Rules look things up row by row: the owner of a number, the settings of a group. Where what they look up is a field of
 * the row at hand, the same will be asked for the rows to come: then it is read for all of them at once. What was read
 * is as old as the batch at most, and forgotten when a table is written.
 */
export class ReadAhead {
  readonly #rows: readonly Values[];
  readonly #readMany: ReadMany;
  readonly #answers = new Map<string, Answers>();
  readonly #same = new Map<string, readonly StoredRecord[]>();
  #current: Values = {};

  constructor(rows: readonly Values[], readMany: ReadMany) {
    this.#rows = rows;
    this.#readMany = readMany;
  }

  /** Says which row is at hand. */
  begin(row: Values): void {
    this.#current = row;
  }

  /** What a look-up finds; undefined where it has to be asked for. */
  async find(entity: string, wanted: Values, limit: number): Promise<readonly StoredRecord[] | undefined> {
    const known = this.#same.get(nameOf(entity, wanted, limit));
    if (known !== undefined) return known;
    const pairs = Object.entries(wanted);
    // What else is wanted must be the same for all rows, or nothing would be saved.
    const [pair, ...more] = pairs.filter(([, value]) => this.fieldWith(value) !== undefined);
    if (pair === undefined || more.length > 0) return undefined;
    const [key, value] = pair;
    const others = Object.fromEntries(pairs.filter(([other]) => other !== key));
    const field = String(this.fieldWith(value));
    const name = `${entity}.${key}.${field}.${JSON.stringify(others)}`;
    const answers = this.#answers.get(name) ?? (await this.#ask(name, entity, { key, field, others }));
    return answers?.get(value)?.slice(0, limit);
  }

  /** The field of the row at hand that holds a text. */
  fieldWith(value: unknown): string | undefined {
    if (typeof value !== 'string') return undefined;
    return Object.keys(this.#current).find((key) => this.#current[key] === value);
  }

  /** What the coming rows have in a field, each value once. */
  valuesOf(field: string): readonly string[] {
    return [...new Set(this.#rows.map((row) => row[field]).filter((value) => typeof value === 'string'))];
  }

  /** Keeps what a look-up found, for the same one again. */
  keep(entity: string, wanted: Values, limit: number, found: readonly StoredRecord[]): void {
    this.#same.set(nameOf(entity, wanted, limit), found);
  }

  /** Forgets what was read of a table, or all of it. */
  forget(entity?: string): void {
    for (const kept of [this.#answers, this.#same])
      for (const name of [...kept.keys()]) if (entity === undefined || name.startsWith(`${entity}.`)) kept.delete(name);
  }

  async #ask(
    name: string,
    entity: string,
    { key, field, others }: { readonly key: string; readonly field: string; readonly others: Values },
  ): Promise<Answers | undefined> {
    const values = this.valuesOf(field);
    const found = await this.#readMany(entity, { [key]: values, ...others });
    // Too many to be sure that none is missing.
    if (found.length >= enough) return undefined;
    const answers = new Map<unknown, StoredRecord[]>(values.map((value) => [value, []]));
    for (const record of found) answers.get(record[key])?.push(record);
    this.#answers.set(name, answers);
    return answers;
  }
}

/** Most rows one look ahead takes in. */
export const maxAhead = enough;

function nameOf(entity: string, wanted: Values, limit: number): string {
  return `${entity}.${JSON.stringify([wanted, limit])}`;
}
