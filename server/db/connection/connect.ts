import { Socket } from 'node:net';
import type { Kysely, Transaction } from 'kysely';
import pg from 'pg';
import type { Database, Db } from '../../kernel/database/db.ts';
import { codeOf } from '../../kernel/errors/start-error.ts';
import { sessionName } from './other-nodes.ts';
import { PipeliningDatabase } from './pipelining-database.ts';
import { sentAsAsked } from './pipelining-driver.ts';
import { isStalePlan, PreparingClient } from './prepared.ts';

/** A connected database. */
export type Connection = {
  readonly db: Kysely<Database>;
  /** For what Kysely has no words for, such as COPY. */
  readonly pool: pg.Pool;
  /** Opens all sessions there may be, so that the first calls find them standing. */
  warm(): Promise<void>;
  close(): Promise<void>;
};

export type ConnectOptions = {
  readonly url: string;
  /** Most sessions held at once; 10 unless told. */
  readonly max?: number;
  /** Milliseconds to wait for a free session or for a new one to stand; 10 seconds unless told. */
  readonly maxWait?: number;
  /** Milliseconds without a byte after which a session counts as lost; for ever unless told. Above every limit of the database. */
  readonly maxSilence?: number;
  /** Called for a session that broke while idle; the pool replaces it. */
  readonly onIdleError?: (error: Error) => void;
};

/** Opens a pool. Times come back as ISO 8601 in UTC, days as `YYYY-MM-DD`, counts and cents as numbers. */
export function connectDatabase(options: ConnectOptions): Connection {
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: options.url,
    max: options.max ?? 10,
    connectionTimeoutMillis: options.maxWait ?? 10_000,
    // Let go before silence would break it.
    idleTimeoutMillis: Math.min(30_000, (options.maxSilence ?? 60_000) / 2),
    keepAlive: true,
    pipeline: true,
    application_name: sessionName,
    types: { getTypeParser },
  });
  if (options.maxSilence !== undefined) limitSilence(pool, options.maxSilence);
  // A session that breaks while it is lent out and asked nothing has no other listener, and would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', (error) => options.onIdleError?.(error));
  const db = new PipeliningDatabase(pool);
  return { db, pool, warm: () => openAll(pool), close: () => db.destroy() };
}

async function openAll(pool: pg.Pool): Promise<void> {
  const sessions = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  for (const session of sessions) session.release();
}

/**
 * Ends sessions that have gone silent: a network that swallows everything reports no error. The driver's own time
 * limit would answer and leave the session, still waiting, to the next who takes it from the pool.
 */
function limitSilence(pool: pg.Pool, silence: number): void {
  pool.on('connect', ({ connection: { stream } }) => {
    if (!(stream instanceof Socket)) return;
    const error = Object.assign(new Error(`the database was silent for ${silence} ms`), { code: 'ETIMEDOUT' });
    stream.setTimeout(silence, () => stream.destroy(error));
  });
}

const textArray: number = 1009;
const plain = (text: string) => text;

// By type id; everything else is parsed as pg does.
const parsers = new Map<number, (text: string) => unknown>([
  [20, wholeNumber],
  [1700, Number],
  [1082, plain],
  [1184, isoMoment],
  [1016, arrayOf(wholeNumber)],
  [1231, arrayOf(Number)],
  [1182, arrayOf(plain)],
  [1185, arrayOf(isoMoment)],
]);

function getTypeParser(id: number, format?: 'text' | 'binary'): (text: string) => unknown {
  const parser = format === 'binary' ? undefined : parsers.get(id);
  return parser ?? pg.types.getTypeParser(id, format === 'binary' ? 'binary' : 'text');
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is beyond the safe integers`);
  return number;
}

const utcMoment = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/;

/** `2026-01-02 03:04:05.6+00` → `2026-01-02T03:04:05.600Z`; keeps microseconds where there are some. */
function isoMoment(text: string): string {
  const [, day, time, fraction = ''] = utcMoment.exec(text) ?? [];
  if (day === undefined || time === undefined)
    return /infinity|BC/.test(text)
      ? text
      : new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString();
  return `${day}T${time}.${fraction.padEnd(3, '0')}Z`;
}

function arrayOf(parse: (text: string) => unknown): (text: string) => unknown {
  const parseTexts = pg.types.getTypeParser(textArray, 'text');
  return (text) => {
    const items: unknown = parseTexts(text);
    return Array.isArray(items) ? items.map((item: unknown) => (typeof item === 'string' ? parse(item) : null)) : items;
  };
}

const retryable: ReadonlySet<string | undefined> = new Set(['40001', '40P01', '55P03']);
const maxTries = 5;
const retryBudget = 10_000;

/** Takes what was sent and is answered before the commit: the commit goes out behind it without waiting. */
export type AtCommit = (answer: Promise<unknown>) => void;

/**
 * Runs the work in one transaction and runs it again, up to five times, when the database gave way to another
 * session (serialization failure, deadlock, lock timeout) or a table was changed under a plan. Inside an open transaction it just joins. What leaves the
 * database must therefore not happen in the work.
 */
export async function inTransaction<T>(
  db: Db,
  work: (transaction: Transaction<Database>, atCommit: AtCommit) => Promise<T>,
): Promise<T> {
  if (isTransaction(db)) return answered((atCommit) => work(db, atCommit));
  const begin = Date.now();
  for (let tries = 1; ; tries++) {
    try {
      // A statement that failed makes a rollback of the commit, without an error of its own.
      return await answered((atCommit) =>
        db.transaction().execute(async (transaction) => work(await sentAsAsked(transaction), atCommit)),
      );
    } catch (error) {
      const isWorthTrying = retryable.has(codeOf(error)) || isStalePlan(error);
      if (!isWorthTrying || tries === maxTries || Date.now() - begin > retryBudget) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** tries));
    }
  }
}

/** Runs work, and waits for what it left to be answered. */
async function answered<T>(work: (atCommit: AtCommit) => Promise<T>): Promise<T> {
  const answers: Promise<unknown>[] = [];
  const result = await work((answer) => {
    // Thrown below.
    answer.catch(() => undefined);
    answers.push(answer);
  });
  await Promise.all(answers);
  return result;
}

function isTransaction(db: Db): db is Transaction<Database> {
  return db.isTransaction;
}
