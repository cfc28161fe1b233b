import type { Delivery } from '../db/jobs/job-queue.ts';
import { JobLease, type TurnTools } from './job-lease.ts';
import { keepHeapLean } from './lean-heap.ts';

export type JobRunnerOptions = Omit<TurnTools, 'isStopping'> & {
  /** What jobs are done with as it is in force when their turn begins; what is given beside it unless told. */
  readonly inForce?: () => Promise<Pick<TurnTools, 'platform' | 'kinds'>>;
  /** Jobs worked on at a time. */
  readonly workers: number;
  /** Milliseconds between two looks at an empty queue; half a second unless told. */
  readonly pollEvery?: number;
};

/** Works on jobs of the queue, a few at a time, until it is stopped. Several of them, on as many nodes, share the queue. */
export class JobRunner {
  readonly #running = new Set<Promise<void>>();
  readonly #tools: TurnTools;
  #stopping = false;
  /** Whether there was a reason to look at the queue since the last look. */
  #woken = false;
  #endPause: () => void = () => undefined;
  #done: Promise<void> = Promise.resolve();

  constructor(private readonly options: JobRunnerOptions) {
    this.#tools = { ...options, isStopping: () => this.#stopping };
  }

  /** Begins. */
  start(): void {
    if (this.options.workers === 0) return;
    this.#done = this.#work();
  }

  /** Ends when the steps that run are through; what is left of their jobs is in the queue. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#wake();
    await this.#done;
    await Promise.all(this.#running);
  }

  async #work(): Promise<void> {
    while (!this.#stopping) {
      const delivery = this.#running.size < this.options.workers ? await this.#fetch() : undefined;
      if (delivery === undefined) await this.#pause();
      else this.#begin(delivery);
    }
  }

  #begin(delivery: Delivery): void {
    const turn = this.#turn(delivery).finally(() => {
      this.#running.delete(turn);
      if (this.#running.size === 0) keepHeapLean(false);
      this.#wake();
    });
    if (this.#running.size === 0) keepHeapLean(true);
    this.#running.add(turn);
  }

  async #turn(delivery: Delivery): Promise<void> {
    try {
      const inForce = await this.options.inForce?.();
      await new JobLease(delivery, { ...this.#tools, ...inForce }).take();
    } catch (error) {
      // The lease of the turn runs out, and it is handed out again.
      this.options.onFault(error, { what: 'turn' });
    }
  }

  async #fetch(): Promise<Delivery | undefined> {
    try {
      return await this.options.queue.fetch();
    } catch (error) {
      this.options.onFault(error, { what: 'fetch' });
      return undefined;
    }
  }

  #wake(): void {
    this.#woken = true;
    this.#endPause();
  }

  /** Until a turn ends, it shall stop, or the time of the next look has come. */
  async #pause(): Promise<void> {
    if (!this.#woken) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, this.options.pollEvery ?? 500);
        this.#endPause = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#woken = false;
  }
}
