import type { Said } from '../phone/phone-view.ts';

/** How long each stands at least while another waits. */
const minMs = 1200;

/** What the telephone has to say, one at a time: each takes the place of the one before, once that could be read. */
export class ToastQueue {
  readonly #show: (said: Said) => void;
  #waiting: readonly Said[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(show: (said: Said) => void) {
    this.#show = show;
  }

  add(said: Said): void {
    this.#waiting = [...this.#waiting, said];
    if (this.#timer === undefined) this.#next();
  }

  /** Nothing more is shown. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = [];
  }

  #next(): void {
    const [said, ...rest] = this.#waiting;
    this.#timer = undefined;
    if (said === undefined) return;
    this.#waiting = rest;
    this.#timer = setTimeout(() => this.#next(), minMs);
    this.#show(said);
  }
}
