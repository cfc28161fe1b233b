/** Something that can be done on the page that is shown, as a button of it does. */
export type OfferedAction = { readonly key: string; readonly title: string; readonly use: () => void };

/** What the pages shown offer to do, for a host that offers it in another place too. */
export class ActionRegistry {
  readonly #offers = new Set<() => readonly OfferedAction[]>();
  readonly #listeners = new Set<() => void>();
  #changes = 0;

  /** Offers what the function answers when asked, until the release that is returned is called. */
  offer(actions: () => readonly OfferedAction[]): () => void {
    this.#offers.add(actions);
    this.#tell();
    return () => {
      this.#offers.delete(actions);
      this.#tell();
    };
  }

  /** Told when a page begins to offer something, or offers nothing any more. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** A number that grows with every such change. */
  readonly changes = (): number => this.#changes;

  /** What can be done now; what was offered last comes first, as it lies above the rest. */
  offered(): readonly OfferedAction[] {
    return [...this.#offers].reverse().flatMap((actions) => actions());
  }

  #tell(): void {
    this.#changes += 1;
    for (const listener of this.#listeners) listener();
  }
}
