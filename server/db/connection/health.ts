import { type Connection, connectDatabase } from './connect.ts';

const patience = 2000;
// Twice the time after which the pool lets an idle session go, which between two questions it must not.
const maxSilence = 5000;
const usualPause = 1000;

export type HealthOptions = {
  readonly url: string;
  /** Milliseconds between two questions; a second unless told. */
  readonly every?: number;
};

/**
 * Whether the database answers, asked by a timer on a session of its own: whoever wants to know gets the last answer,
 * however many they are, and takes nothing from those who work. An answer that has grown old counts as none: the
 * database is silent, or the timer did not get its turn.
 */
export class DatabaseHealth {
  readonly #connection: Connection;
  readonly #every: number;
  #isWell = false;
  #answeredAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #asking: Promise<void> | undefined;
  #isClosed = false;

  constructor({ url, every = usualPause }: HealthOptions) {
    this.#connection = connectDatabase({ url, max: 1, maxWait: patience, maxSilence: maxSilence });
    this.#every = every;
  }

  /** The last answer, as long as it is worth something. */
  get isWell(): boolean {
    return this.#isWell && performance.now() - this.#answeredAt < this.#every + 2 * patience;
  }

  /** Asks for the first time, and from then on again and again. */
  async start(): Promise<void> {
    await this.#ask();
    this.#wait();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#asking;
    await this.#connection.close();
  }

  #wait(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#asking = this.#ask().then(() => this.#wait());
    }, this.#every);
    this.#timer.unref();
  }

  async #ask(): Promise<void> {
    try {
      await this.#connection.pool.query('select 1');
      this.#isWell = true;
    } catch {
      this.#isWell = false;
    }
    this.#answeredAt = performance.now();
  }
}
