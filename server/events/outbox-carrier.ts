import { setTimeout as pause } from 'node:timers/promises';
import { holdDueMessage, markDelivered, markFailed, untilNextDue } from '../db/outbox-store.ts';
import type { Db } from '../kernel/database/db.ts';
import { messageOf } from '../kernel/errors/start-error.ts';
import { type OutboxPort, Undeliverable } from './outbox.ts';

export type CarrierOptions = {
  readonly db: Db;
  readonly ports: readonly OutboxPort[];
  readonly onError?: (error: unknown) => void;
  /** Milliseconds a port may take; well below the time after which the database ends an idle transaction. */
  readonly patience?: number;
  /** Milliseconds to wait after the first failure, doubled with every further one; 5 seconds unless told. */
  readonly firstRetry?: number;
  /** Attempts before a message is given up; 10 unless told, which is a day and a half. */
  readonly maxAttempts?: number;
  /** Milliseconds between two looks; a second unless told. */
  readonly lookEvery?: number;
};

const maxRetryDelay = 6 * 3_600_000;

/**
 * Carries messages out, one at a time per node. A message stays locked in the database while it is carried, so no
 * second node carries it meanwhile; when this node dies the lock dies with it and another takes the message on.
 */
export class OutboxCarrier {
  readonly #options: CarrierOptions;
  readonly #ports: ReadonlyMap<string, OutboxPort>;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;

  constructor(options: CarrierOptions) {
    this.#options = options;
    this.#ports = new Map(options.ports.map((port) => [port.key, port]));
    this.#running = this.#run();
  }

  /** Ends; the message under way is given back or finished first. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      let hasCarried = false;
      try {
        hasCarried = await this.#carryOne();
      } catch (error) {
        this.#options.onError?.(error);
      }
      if (!hasCarried) await this.#rest();
    }
  }

  /** Not a retried transaction: what left the house cannot be taken back and done again at once. */
  #carryOne(): Promise<boolean> {
    return this.#options.db.transaction().execute(async (db) => {
      const message = await holdDueMessage(db, [...this.#ports.keys()]);
      const port = this.#ports.get(message?.port ?? '');
      if (message === undefined || port === undefined) return false;
      try {
        const { id: idempotencyKey, payload } = message;
        await this.#deliver(port, { idempotencyKey, payload });
        await markDelivered(db, message.id);
      } catch (error) {
        await markFailed(db, message.id, { error: messageOf(error), retryIn: this.#retryIn(message.attempts, error) });
      }
      return true;
    });
  }

  async #deliver(port: OutboxPort, message: Parameters<OutboxPort['deliver']>[0]): Promise<void> {
    const patience = this.#options.patience ?? 15_000;
    const signal = AbortSignal.any([AbortSignal.timeout(patience), this.#stopping.signal]);
    const late = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('the port did not answer in time')), { once: true });
    });
    await Promise.race([port.deliver(message, signal), late]);
  }

  #retryIn(attempts: number, error: unknown): number | undefined {
    if (this.#stopping.signal.aborted) return 0;
    if (error instanceof Undeliverable || attempts + 1 >= (this.#options.maxAttempts ?? 10)) return undefined;
    return Math.min((this.#options.firstRetry ?? 5000) * 2 ** attempts, maxRetryDelay) * (0.75 + Math.random() / 2);
  }

  /** Until the next message is due, and no longer than it takes to notice a new one. */
  async #rest(): Promise<void> {
    const most = this.#options.lookEvery ?? 1000;
    const due = await untilNextDue(this.#options.db, [...this.#ports.keys()]).catch(() => undefined);
    const wait = Math.min(Math.max(due ?? most, 20), most);
    await pause(wait, undefined, { signal: this.#stopping.signal, ref: false }).catch(() => undefined);
  }
}
