/** Does work of the same name one after the other, in the order it was asked for. */
export class Turns<Done> {
  readonly #last = new Map<string, Promise<Done>>();

  /** Begins when all that was asked for before is over, however it ended; what came of the one before is told, if it came. */
  take(name: string, work: (before: Done | undefined) => Promise<Done>): Promise<Done> {
    const before = this.#last.get(name);
    const turn = before === undefined ? work(undefined) : before.then(work, () => work(undefined));
    this.#last.set(name, turn);
    const end = () => {
      if (this.#last.get(name) === turn) this.#last.delete(name);
    };
    turn.then(end, end);
    return turn;
  }
}
