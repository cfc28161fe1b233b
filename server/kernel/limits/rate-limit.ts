import { refuse } from '../errors/app-error.ts';

type Window = { readonly since: number; count: number };

/** Lets one person do so many things a minute on this node, and tells the next how long to wait. */
export class RateLimit {
  #windows = new Map<string, Window>();
  #swept = 0;

  constructor(
    readonly most: number,
    readonly windowMs = 60_000,
  ) {}

  /** Counts one; refused (E_RATE_LIMIT) once `most` are reached, until the minute is over. */
  take(who: string, now: number): void {
    this.#sweep(now);
    const known = this.#windows.get(who);
    if (known === undefined || now - known.since >= this.windowMs) {
      this.#windows.set(who, { since: now, count: 1 });
      return;
    }
    if (known.count >= this.most) {
      const wait = Math.max(1, Math.ceil((known.since + this.windowMs - now) / 1000));
      throw refuse('E_RATE_LIMIT', { expected: wait }, { expected: String(wait) });
    }
    known.count += 1;
  }

  /** Forgets who has been quiet for a while. */
  #sweep(now: number): void {
    if (now - this.#swept < this.windowMs) return;
    this.#swept = now;
    for (const [who, { since }] of this.#windows) if (now - since >= this.windowMs) this.#windows.delete(who);
  }
}
