import { setImmediate as nextTurn } from 'node:timers/promises';
import type { QueuedQuery } from '../../db/connection/statement.ts';

/** Statements that wait in a session at a time: more would only hold on to their rows. */
const maxUnderWay = 8;

/**
 * Sends statements one behind the other, none of which waits for the one before it: while the database works on them,
 * the rows of the next are encrypted and spelled.
 */
export class SentStatements {
  readonly #underWay: Promise<void>[] = [];
  /** What the first of them broke; those behind it are refused for that alone. */
  #broken: { readonly error: unknown } | undefined;

  /** Sends a statement; what one of those before it broke is thrown here, where that is known already. */
  async send(statement: () => Promise<QueuedQuery>): Promise<void> {
    while (this.#underWay.length >= maxUnderWay) await this.#underWay.shift();
    if (this.#broken !== undefined) throw this.#broken.error;
    const { answer } = await statement();
    this.#underWay.push(this.#noted(answer));
    // What is written to a session leaves with the next turn: whoever goes on at once keeps it back.
    await nextTurn();
  }

  async #noted(answer: Promise<unknown>): Promise<void> {
    try {
      await answer;
    } catch (error) {
      this.#broken ??= { error };
    }
  }

  /**
   * Runs work that sends statements, and waits for the last of them, whatever came of the work. What a statement broke is
   * thrown rather than what followed from it.
   */
  async during<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const done = await work().then(
      (answer) => ({ answer }),
      (error: unknown) => ({ error }),
    );
    await Promise.all(this.#underWay);
    if (this.#broken !== undefined) throw this.#broken.error;
    if ('error' in done) throw done.error;
    return done.answer;
  }
}
