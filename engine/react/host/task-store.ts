/**
 * Background work as this browser follows it: whether the list of it is open, and which jobs somebody still waits
 * for. What the jobs are is read from the server, so that nothing is lost with the page.
 */
export class TaskStore {
  readonly #listeners = new Set<() => void>();
  readonly #awaited = new Set<string>();
  readonly #watched = new Map<string, number>();
  #isOpen = false;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly isOpen = (): boolean => this.#isOpen;

  show(isOpen: boolean): void {
    this.#isOpen = isOpen;
    for (const listener of this.#listeners) listener();
  }

  /** Jobs whose end is still to be told. */
  get awaited(): ReadonlySet<string> {
    return this.#awaited;
  }

  await(id: string): void {
    this.#awaited.add(id);
  }

  /** The end of a job was told; answers whether somebody was still waiting for it. */
  settle(id: string): boolean {
    return this.#awaited.delete(id);
  }

  /** The end of this job is seen elsewhere on the screen and need not be told. Returns what ends that. */
  watch(id: string): () => void {
    this.#watched.set(id, (this.#watched.get(id) ?? 0) + 1);
    return () => this.#watched.set(id, (this.#watched.get(id) ?? 1) - 1);
  }

  isWatched(id: string): boolean {
    return (this.#watched.get(id) ?? 0) > 0;
  }

  /** Another user: nobody waits for anything. */
  forget(): void {
    this.#awaited.clear();
    this.show(false);
  }
}
