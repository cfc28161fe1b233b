import { quantile } from '../../server/faults/quantile.ts';

/** How long calls took that were made one after another. */
export class Latency {
  readonly #times: number[] = [];
  #failed = 0;

  /** Times a call; one that fails is counted as such. */
  async time(call: () => Promise<unknown>): Promise<void> {
    const begun = performance.now();
    try {
      await call();
      this.#times.push(performance.now() - begun);
    } catch {
      this.#failed += 1;
    }
  }

  /** Times a call again and again, with a pause between, until `isOver`. */
  async timeUntil(isOver: () => boolean, call: () => Promise<unknown>, pause = 100): Promise<void> {
    while (!isOver()) {
      await this.time(call);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  /** Median and 95th percentile, as the report tells them. */
  get shown(): string {
    const failed = this.#failed === 0 ? '' : `，失败 ${this.#failed} 次`;
    return `中位 ${quantile(this.#times, 0.5).toFixed(0)} ms，p95 ${quantile(this.#times, 0.95).toFixed(0)} ms（${this.#times.length} 次${failed}）`;
  }
}
