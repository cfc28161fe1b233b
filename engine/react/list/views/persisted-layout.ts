import type { ListPreferences } from '../../../model/wire/index.ts';

type Save = (viewId: string | null, layout: unknown) => Promise<unknown>;

/** How long the columns stand still before they are sent. */
const restMs = 400;

/**
 * How the columns of each view of a list stand for the user. A change is in force at once and sent when it has rested;
 * what is not sent yet is not replaced by what the server still answers.
 */
export class PersistedLayout {
  #layouts = new Map<string | null, unknown>();
  readonly #waiting = new Map<string | null, ReturnType<typeof setTimeout>>();
  readonly #sending = new Map<string | null, number>();
  readonly #listeners = new Set<() => void>();
  readonly #save: Save;

  constructor(layouts: ListPreferences['layouts'], save: Save) {
    this.#save = save;
    this.load(layouts);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The user's own layout of a view; undefined where he has none. */
  read(viewId: string | null): unknown {
    return this.#layouts.get(viewId);
  }

  /** Takes what the server knows, apart from what was changed here meanwhile. */
  load(layouts: ListPreferences['layouts']): void {
    const next = new Map<string | null, unknown>(layouts.map(({ viewId, layout }) => [viewId, layout]));
    for (const viewId of [...this.#waiting.keys(), ...this.#sending.keys()]) this.#put(next, viewId, this.read(viewId));
    this.#layouts = next;
    for (const listener of this.#listeners) listener();
  }

  /** Keeps a layout; null: as the view has it. */
  keep(viewId: string | null, layout: unknown): void {
    this.#put(this.#layouts, viewId, layout ?? undefined);
    this.#sendSoon(viewId);
    for (const listener of this.#listeners) listener();
  }

  /** Sends nothing more of a view: what it stands like is saved elsewhere now. */
  stop(viewId: string | null): void {
    clearTimeout(this.#waiting.get(viewId));
    this.#waiting.delete(viewId);
  }

  /** Sends what still waits, because the page is left. */
  flush(): void {
    for (const viewId of [...this.#waiting.keys()]) this.#send(viewId);
  }

  /** One after the other: what is sent last is what stays. */
  #sendSoon(viewId: string | null): void {
    clearTimeout(this.#waiting.get(viewId));
    const send = () => (this.#sending.has(viewId) ? this.#sendSoon(viewId) : this.#send(viewId));
    this.#waiting.set(viewId, setTimeout(send, restMs));
  }

  #send(viewId: string | null): void {
    this.stop(viewId);
    this.#sending.set(viewId, (this.#sending.get(viewId) ?? 0) + 1);
    void this.#save(viewId, this.read(viewId) ?? null).finally(() => {
      const left = (this.#sending.get(viewId) ?? 1) - 1;
      if (left > 0) this.#sending.set(viewId, left);
      else this.#sending.delete(viewId);
    });
  }

  #put(layouts: Map<string | null, unknown>, viewId: string | null, layout: unknown): void {
    if (layout === undefined) layouts.delete(viewId);
    else layouts.set(viewId, layout);
  }
}
