import { type RawBuilder, sql } from 'kysely';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { toColumn } from '../../../engine/model/naming/index.ts';
import { Placeholder } from '../../db/connection/statement.ts';
import { hashColumn } from '../../db/spec/describe-entity.ts';
import type { Protection } from '../../kernel/crypto/protection.ts';

type Test = { readonly column: string; readonly kind: 'empty' | 'equal' | 'any' };

/**
 * Live rows whose fields equal given values: null tests for empty, a list for one of it; masked fields are found by
 * their hash. The same shape has the same SQL, whatever the values are.
 */
export class Match {
  readonly #entity: EntityModel;
  readonly #tests: readonly Test[];
  /** What the places of the condition take. */
  readonly values: readonly unknown[];
  /** Tells apart what the condition looks like. */
  readonly shape: string;

  constructor(entity: EntityModel, wanted: Readonly<Record<string, unknown>>, { hash }: Protection) {
    this.#entity = entity;
    const tests: Test[] = [];
    const values: unknown[] = [];
    for (const [key, given] of Object.entries(wanted)) {
      const value = one(given);
      const isMasked = entity.fields.get(key)?.mask !== undefined;
      if (value === null) {
        tests.push({ column: toColumn(key), kind: 'empty' });
        continue;
      }
      const isList = Array.isArray(value);
      const isHashed = isMasked && (isList || typeof value === 'string');
      tests.push({ column: isHashed ? hashColumn(key) : toColumn(key), kind: isList ? 'any' : 'equal' });
      if (!isHashed) values.push(value);
      else values.push(isList ? value.map((item) => hash(String(item))) : hash(String(value)));
    }
    this.#tests = tests;
    this.values = values;
    this.shape = tests.map(({ column, kind }) => `${column} ${kind}`).join();
  }

  /** The condition; its values stand at their places from the first on. */
  condition(): RawBuilder<unknown> {
    const live = this.#entity.document.appendOnly === true ? sql`true` : sql`deleted_at is null`;
    let place = 0;
    const tests = this.#tests.map(({ column, kind }) => {
      const ref = sql.ref(column);
      if (kind === 'empty') return sql`${ref} is null`;
      const value = new Placeholder(place++);
      return kind === 'any' ? sql`${ref} = any(${value})` : sql`${ref} = ${value}`;
    });
    return sql.join([live, ...tests], sql` and `);
  }
}

/** A list of one stands for what it holds: of a list the database does not know how much that is, and plans each time. */
function one(given: unknown): unknown {
  return Array.isArray(given) && given.length === 1 && given[0] !== null ? given[0] : given;
}
