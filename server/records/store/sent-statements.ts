/**
 * Sends statements one after another, without waiting for one before the next is made: while the database works on it,
 * the rows of the next are encrypted and spelled.
 */
export class SentStatements {
  #underWay: Promise<unknown> = Promise.resolve();

  /** Sends a statement once the one before it is through; what that broke is thrown here. */
  async send(statement: () => Promise<unknown>): Promise<void> {
    await this.#underWay;
    this.#underWay = statement();
    // Thrown where it is waited for.
    this.#underWay.catch(() => undefined);
  }

  /** Runs work that sends statements, and waits for the last of them, whatever came of the work. */
  async during(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } finally {
      await this.#underWay;
    }
  }
}
