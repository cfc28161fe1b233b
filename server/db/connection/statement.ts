import { CompiledQuery, type QueryResult, type RawBuilder } from 'kysely';
import type { Db } from '../../kernel/database/db.ts';

/** Stands in a statement for a value that each run gives, by its place among them. */
export class Placeholder {
  constructor(readonly place: number) {}
}

type Compiled = { readonly text: string; readonly values: readonly unknown[] };

/** A statement whose text is made once, when it first runs, and then runs with other values. */
export class Statement<Row> {
  #made: RawBuilder<Row> | Compiled;

  constructor(builder: RawBuilder<Row>) {
    this.#made = builder;
  }

  /** Runs it; values the builder holds stay as they are, each `Given` takes its own. */
  run(db: Db, ...given: readonly unknown[]): Promise<QueryResult<Row>> {
    if (!('text' in this.#made)) {
      const { sql: text, parameters: values } = this.#made.compile(db);
      this.#made = { text, values };
    }
    const { text, values } = this.#made;
    const filled = values.map((value) => (value instanceof Placeholder ? given[value.place] : value));
    return db.executeQuery<Row>(CompiledQuery.raw(text, filled));
  }
}

/** Statements kept by what tells them apart; beyond so many they are made anew each time. */
export class StatementCache<Row> {
  readonly #kept = new WeakMap<object, Map<string, Statement<Row>>>();

  constructor(readonly most = 200) {}

  /** The statement about a thing (an entity, say) that is known by this key. */
  of(about: object, key: string, make: () => RawBuilder<Row>): Statement<Row> {
    const kept = this.#kept.get(about) ?? new Map<string, Statement<Row>>();
    this.#kept.set(about, kept);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = new Statement(make());
    if (kept.size < this.most) kept.set(key, made);
    return made;
  }
}
