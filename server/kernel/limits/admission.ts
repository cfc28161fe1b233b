import { refuse } from '../errors/app-error.ts';

export type AdmissionOptions = {
  /** Calls worked on at a time. Somewhat more than there are database sessions, so that none of them idles. */
  readonly running: number;
  /** Calls that may wait their turn. */
  readonly waiting: number;
  /** Milliseconds a call waits at most. */
  readonly patience: number;
};

/**
 * Twice the database sessions of a node at work; what waits is a burst of a second or so at full speed. A node that was
 * just started, or a slow database, takes a few times as long over the same burst, and shall still serve all of it:
 * how long the wait becomes under overload is bounded by how many may wait.
 */
export const usualAdmission: AdmissionOptions = { running: 20, waiting: 200, patience: 6000 };

type Waiting = { readonly begin: () => void; readonly giveUp: NodeJS.Timeout };

/**
 * How many calls a node works on at a time. Beyond what it can do in time it refuses at once, before it has read the
 * body or asked the database: work that is begun is then also finished, however many more come.
 */
export class Admission {
  readonly #options: AdmissionOptions;
  readonly #queue = new Set<Waiting>();
  #running = 0;

  constructor(options: AdmissionOptions) {
    this.#options = options;
  }

  /** Whether another call would be refused. */
  get isFull(): boolean {
    return this.#queue.size >= this.#options.waiting;
  }

  /** Does the work when it is its turn. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#options.running) await this.#turn();
    else this.#running += 1;
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  /** Whoever leaves hands his place to the first who waits. */
  #turn(): Promise<void> {
    if (this.isFull) throw refuse('E_OVERLOADED');
    return new Promise((resolve, reject) => {
      const giveUp = setTimeout(() => {
        this.#queue.delete(waiting);
        reject(refuse('E_OVERLOADED'));
      }, this.#options.patience);
      const waiting: Waiting = { begin: resolve, giveUp };
      this.#queue.add(waiting);
    });
  }

  #next(): void {
    const [first] = this.#queue;
    if (first === undefined) {
      this.#running -= 1;
      return;
    }
    this.#queue.delete(first);
    clearTimeout(first.giveUp);
    first.begin();
  }
}
