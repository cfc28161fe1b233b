/** What somebody did: the page, or the page and its action; and what it is called. */
export type UseEntry = { readonly action: string; readonly value: string };

type Options = {
  /** Takes some entries to the server; answers whether they arrived. `isLast`: the window is going away. */
  readonly send: (entries: readonly UseEntry[], isLast: boolean) => Promise<boolean>;
  /** Milliseconds that entries are collected. */
  readonly wait?: number;
};

const maxAtOnce = 50;
/** More than this a server that does not answer is not told. */
const maxKept = 200;

/** Collects what is done and takes it to the server now and then, in the background: nobody ever waits for it. */
export class UseBatch {
  readonly #options: Options;
  #waiting: UseEntry[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Notes an entry. */
  note(entry: UseEntry): void {
    this.#waiting = [...this.#waiting, entry].slice(-maxKept);
    if (this.#waiting.length >= maxAtOnce) void this.flush();
    else this.#timer ??= setTimeout(() => void this.flush(), this.#options.wait ?? 10_000);
  }

  /** Takes what was collected to the server now; what does not arrive is tried again with the next. */
  async flush(isLast = false): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const entries = this.#waiting.slice(0, maxAtOnce);
    if (entries.length === 0) return;
    this.#waiting = this.#waiting.slice(maxAtOnce);
    if (!(await this.#options.send(entries, isLast))) this.#waiting = [...entries, ...this.#waiting].slice(-maxKept);
  }

  /** Another user: what the last one did is not told in his name. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = [];
  }
}
