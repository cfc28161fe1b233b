/** Values that are on their way into a form, by the place they are for. Nothing is sent before they are there. */
export class Arrivals {
  readonly #works = new Map<string, Promise<boolean>>();

  /** Notes that the value of a place is on its way, and whether it arrives; undefined when none is any more. */
  expect(place: string, work: Promise<boolean> | undefined): void {
    if (work === undefined) this.#works.delete(place);
    else this.#works.set(place, work);
  }

  /** Notes the same until it is there. */
  await(place: string, work: Promise<boolean>): void {
    this.expect(place, work);
    void work.finally(() => {
      if (this.#works.get(place) === work) this.expect(place, undefined);
    });
  }

  isExpected(place: string): boolean {
    return this.#works.has(place);
  }

  /** The places whose value is on its way. */
  places(): readonly string[] {
    return [...this.#works.keys()];
  }

  /** Waits for what is on its way; answers the places whose value did not arrive. */
  async missing(): Promise<readonly string[]> {
    const arrived = await Promise.all([...this.#works].map(async ([place, work]) => [place, await work] as const));
    return arrived.flatMap(([place, isThere]) => (isThere || !this.#works.has(place) ? [] : [place]));
  }
}
