import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';

const mark = '/* prepared */ ';

/**
 * Begins a statement that every session prepares once and then runs as planned: for statements of which each call is
 * best planned alike, such as one row by its id. Result columns must be named, so that a new column in the table does
 * not make the plan unusable.
 */
export const prepared: RawBuilder<unknown> = sql.raw(mark);

const names = new Map<string, string>();
/** Texts differ with what callers may see; beyond so many a session is not burdened with more of them. */
const mostNames = 500;

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= mostNames) return undefined;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 32);
  names.set(text, name);
  return name;
}

/** A session that keeps the plans of statements marked as `prepared`. */
export class PreparingClient extends pg.Client {
  // The driver declares one overload per kind of argument; all pass through, only what they hold is looked at.
  override query = ((...args: readonly unknown[]) => {
    const [text, values, ...rest] = args;
    const isMarked = typeof text === 'string' && text.startsWith(mark) && Array.isArray(values);
    const name = isMarked ? nameOf(text) : undefined;
    const given = name === undefined ? args : [{ name, text, values }, ...rest];
    return Reflect.apply(pg.Client.prototype.query, this, given);
  }) as pg.Client['query'];
}
