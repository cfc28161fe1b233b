import { CompiledQuery, OperationNodeTransformer, type QueryResult, type RawBuilder, ValueNode } from 'kysely';
import { isId } from '../../../engine/model/fields/index.ts';
import type { Db } from '../../kernel/database/db.ts';
import { keepingMark } from './plan-places.ts';
import { Statement } from './statement.ts';

/** How often a statement is run before its plan is worth keeping. */
const runsBefore = 3;

/**
 * A statement that is run with the same values again and again, such as the first page of somebody's list, and of which
 * no one plan serves whatever the values are: once it was run a few times its values stand in its text, so that sessions
 * plan it for these and keep the plan. PostgreSQL makes another where the tables or what it knows of them change. Only
 * ids, plain words and numbers go into a text, never what a person typed; where it holds anything else, or no room is
 * left for its plan, it is planned each time.
 */
export class RepeatedStatement<Row> {
  readonly #builder: RawBuilder<Row>;
  readonly #usual: Statement<Row>;
  #runs = 0;
  /** With its values in it; undefined until it is needed, empty where they cannot stand there. */
  #whole: string | undefined;
  #kept: { readonly mark: string; readonly query: CompiledQuery<Row> } | undefined;

  constructor(builder: RawBuilder<Row>) {
    this.#builder = builder;
    this.#usual = new Statement(builder);
  }

  run(db: Db, ...given: readonly unknown[]): Promise<QueryResult<Row>> {
    this.#runs += 1;
    const kept = this.#runs > runsBefore ? this.#keptQuery(db) : undefined;
    return kept === undefined ? this.#usual.run(db, ...given) : db.executeQuery<Row>(kept);
  }

  #keptQuery(db: Db): CompiledQuery<Row> | undefined {
    this.#whole ??= withValues(this.#builder, db);
    const mark = this.#whole === '' ? undefined : keepingMark(this);
    if (mark === undefined) return undefined;
    if (this.#kept?.mark !== mark) this.#kept = { mark, query: CompiledQuery.raw(`${mark}${this.#whole}`) };
    return this.#kept.query;
  }
}

/** The text of a statement with its values in it; empty where one of them is not to stand there. */
function withValues(builder: RawBuilder<unknown>, db: Db): string {
  const writing = new ValueWriter();
  const { sql: text, parameters } = builder
    .withPlugin({
      transformQuery: ({ node, queryId }) => writing.transformNode(node, queryId),
      transformResult: async ({ result }) => result,
    })
    .compile(db);
  return parameters.length === 0 ? text : '';
}

class ValueWriter extends OperationNodeTransformer {
  protected override transformValue(node: ValueNode): ValueNode {
    const written = writtenValue(node.value);
    return node.immediate === true || written === undefined ? node : ValueNode.createImmediate(written);
  }
}

const plainWord = /^[\w-]{1,64}$/;

/** A value as it stands in a text, where its type follows from its place as that of a parameter does; undefined for what does not go there. */
function writtenValue(value: unknown): string | null | undefined {
  if (value === null) return null;
  if (typeof value === 'boolean' || Number.isSafeInteger(value)) return String(value);
  if (typeof value === 'string') return plainWord.test(value) ? value : undefined;
  return Array.isArray(value) && value.every((one) => typeof one === 'string' && isId(one))
    ? `{${value.join()}}`
    : undefined;
}
