import { keepPartitions, type TablesOptions } from './tables.ts';

export type PartitionMaintenanceOptions = Pick<TablesOptions, 'urls' | 'documents'> & {
  /** Called when it did not work; it is tried again the next time. */
  readonly onFault: (error: unknown) => void;
  /** Milliseconds between two times; twelve hours unless told. */
  readonly every?: number;
};

const twelveHours = 43_200_000;

/**
 * Has the migrator make the partitions of coming months while the server runs. A start makes three months ahead, so
 * nothing is lost where it does not work for weeks; nodes that do it at once wait for each other and find it done.
 */
export class PartitionMaintenance {
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> = Promise.resolve();

  constructor(private readonly options: PartitionMaintenanceOptions) {
    this.#timer = setInterval(() => {
      this.#running = this.#running.then(() => this.keep());
    }, options.every ?? twelveHours);
    this.#timer.unref();
  }

  /** Does it once. */
  async keep(): Promise<void> {
    await keepPartitions(this.options).catch(this.options.onFault);
  }

  /** Ends it, once what runs is through. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }
}
