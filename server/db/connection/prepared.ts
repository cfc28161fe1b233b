import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { freeKept, keptName } from './plan-places.ts';

/** What the text of such a statement begins with. */
export const preparedMark = '/* prepared */ ';

/**
 * Begins a statement that every session prepares once and then runs as planned: for statements of which each call is
 * best planned alike, such as one row by its id. Result columns must be named, so that a new column in the table does
 * not make the plan unusable.
 */
export const prepared: RawBuilder<unknown> = sql.raw(preparedMark);

const names = new Map<string, string>();
/** Texts differ with what callers may see; beyond so many a session is not burdened with more of them. */
const maxNames = 500;

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= maxNames) return undefined;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 32);
  names.set(text, name);
  return name;
}

/** Plans a changed table made unusable are made anew under another name, on every session that meets one. */
let renewals = 0;

function renew(text: string, stale: string): void {
  const kept = keptName(text);
  if (kept !== undefined) freeKept(kept);
  if (names.get(text) !== stale) return;
  renewals += 1;
  names.set(text, `${stale.split('.', 1)[0]}.${renewals}`);
}

/** Whether a plan could not be used, as a column it answers has got another type; a new plan can. */
export function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery';
}

/** A session that keeps the plans of statements marked as `prepared`, and of those that hold a place for theirs. */
export class PreparingClient extends pg.Client {
  #isHeld = false;
  /** Names of the statements it keeps, by their places. */
  readonly #kept: (string | undefined)[] = [];

  // The driver declares one overload per kind of argument; all pass through, only what they hold is looked at.
  override query = ((...args: readonly unknown[]) => {
    this.#holdPacket();
    const [text, values, ...rest] = args;
    const isWhole = typeof text === 'string' && Array.isArray(values);
    const name = isWhole ? this.#nameOf(text) : undefined;
    if (!isWhole || name === undefined) return Reflect.apply(pg.Client.prototype.query, this, args);
    const asked: unknown = Reflect.apply(pg.Client.prototype.query, this, [{ name, text, values }, ...rest]);
    return asked instanceof Promise ? asked.catch((error: unknown) => this.#again(error, name, text, values)) : asked;
  }) as pg.Client['query'];

  #nameOf(text: string): string | undefined {
    if (text.startsWith(preparedMark)) return nameOf(text);
    const kept = keptName(text);
    if (kept === undefined) return undefined;
    const former = this.#kept[kept.place];
    if (former !== undefined && former !== kept.name) this.#forget(former);
    this.#kept[kept.place] = kept.name;
    return kept.name;
  }

  /** Has the database forget a statement that is asked no more. */
  #forget(name: string): void {
    const { connection } = this;
    connection.close({ type: 'S', name }, true);
    for (const list of ['parsedStatements', 'submittedNamedStatements']) {
      const known: unknown = Reflect.get(connection, list);
      if (typeof known === 'object' && known !== null) Reflect.deleteProperty(known, name);
    }
  }

  /** Statements that follow each other without waiting go out in one packet. */
  #holdPacket(): void {
    const { stream } = this.connection;
    if (this.#isHeld) return;
    this.#isHeld = true;
    stream.cork();
    process.nextTick(() => {
      this.#isHeld = false;
      stream.uncork();
    });
  }

  /** Outside a transaction the statement is asked again; inside one it is the transaction that has to be done again. */
  async #again(error: unknown, name: string, text: string, values: readonly unknown[]): Promise<unknown> {
    if (!isStalePlan(error)) throw error;
    renew(text, name);
    try {
      return await Reflect.apply(pg.Client.prototype.query, this, [text, values]);
    } catch {
      throw error;
    }
  }
}
