import { CompiledQuery, type QueryResult, type RawBuilder } from 'kysely';
import { KeyedCache, memoizeByIdentity } from '../../../engine/model/index.ts';
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

const maxStatements = 200;

/** Statements by what they are about and by what tells them apart. */
export class StatementCache<Row> {
  readonly #about = memoizeByIdentity((_about: object) => new KeyedCache<Statement<Row>>({ max: maxStatements }));

  /** The statement about a thing (an entity, say) that is known by this key. */
  of(about: object, key: string, make: () => RawBuilder<Row>): Statement<Row> {
    return this.#about(about).of(key, () => new Statement(make()));
  }
}
