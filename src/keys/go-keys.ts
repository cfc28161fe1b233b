/** How long after G the next key may come, in milliseconds. */
const patience = 1_500;

/** Tells of keys pressed one after another which are meant as a way: the one after G. */
export class GoKeys {
  #begun = Number.NEGATIVE_INFINITY;

  /** A key, and when it was pressed; answers the key that says where to, after a G not long ago. */
  press(key: string, at: number): string | undefined {
    const isAfter = at - this.#begun < patience;
    this.#begun = key === 'g' && !isAfter ? at : Number.NEGATIVE_INFINITY;
    return isAfter ? key : undefined;
  }

  /** The keyboard went elsewhere: what was begun is no more. */
  forget(): void {
    this.#begun = Number.NEGATIVE_INFINITY;
  }
}
