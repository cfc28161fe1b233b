import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database, Db } from '../kernel/database/db.ts';
import { eventChannel } from './event-store.ts';

export type ListenerOptions = {
  readonly url: string;
  /** Called after every commit with events, once a connection stands, and never twice at a time. */
  readonly onWake: () => void;
  /** Called when the connection is lost; it is made anew. */
  readonly onLost?: (error: Error) => void;
};

const firstPause = 50;
const maxPause = 3000;
const patience = 5000;

/** The one connection of a node that hears of commits, made anew with growing pauses whenever it is lost. */
export class EventListener {
  readonly #options: ListenerOptions;
  #client: pg.Client | undefined;
  #db: Kysely<Database> | undefined;
  #pause = firstPause;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  /** For statements of the reader on this very connection; undefined while there is none. */
  get db(): Db | undefined {
    return this.#db;
  }

  /** Connects; call it once. */
  start(): void {
    this.#connect().catch((error: unknown) => this.lost(error));
  }

  /** Tells that the connection is of no use: an error, or an answer that did not come. */
  lost(error: unknown): void {
    const client = this.#client;
    if (client === undefined || this.#isClosed) return;
    this.#client = undefined;
    this.#db = undefined;
    client.removeAllListeners('notification');
    // In order, `end` would wait for an answer that may never come.
    client.connection.stream.destroy();
    this.#options.onLost?.(error instanceof Error ? error : new Error(String(error)));
    this.#timer = setTimeout(() => this.start(), this.#pause * (0.5 + Math.random()));
    this.#timer.unref();
    this.#pause = Math.min(this.#pause * 2, maxPause);
  }

  /** Lets go of the connection for good. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#client?.end().catch(() => undefined);
  }

  async #connect(): Promise<void> {
    if (this.#isClosed) return;
    const client = new pg.Client({
      connectionString: this.#options.url,
      connectionTimeoutMillis: patience,
      query_timeout: patience,
      keepAlive: true,
      application_name: 'events',
    });
    this.#client = client;
    client.on('error', (error) => this.#lostBy(client, error));
    client.on('end', () => this.#lostBy(client, new Error('the connection ended')));
    client.on('notification', () => this.#options.onWake());
    await client.connect();
    await client.query(`listen ${eventChannel}`);
    if (this.#client !== client) return;
    this.#db = sessionOn(client);
    this.#pause = firstPause;
    this.#options.onWake();
  }

  #lostBy(client: pg.Client, error: Error): void {
    if (this.#client === client) this.lost(error);
  }
}

/** Kysely on a connection that is held anyway. */
function sessionOn(client: pg.Client): Kysely<Database> {
  const held = { query: client.query.bind(client), release: () => undefined };
  const pool = { connect: async () => held, end: async () => undefined };
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}
