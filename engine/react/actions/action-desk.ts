/** Something that can be done on the page that is shown, as a button of it does. */
export type OfferedAction = { readonly key: string; readonly title: string; readonly use: () => void };

/** What the pages shown offer to do, for a host that offers it in another place too. */
export class ActionDesk {
  readonly #offers = new Set<() => readonly OfferedAction[]>();

  /** Offers what the function answers when asked, until the release that is returned is called. */
  offer(actions: () => readonly OfferedAction[]): () => void {
    this.#offers.add(actions);
    return () => {
      this.#offers.delete(actions);
    };
  }

  /** What can be done now; what was offered last comes first, as it lies above the rest. */
  offered(): readonly OfferedAction[] {
    return [...this.#offers].reverse().flatMap((actions) => actions());
  }
}
