import type { ActionView } from '../../model/view/index.ts';

/**
 * Steps of records that are shown before they are answered, in the order they were asked for: one more of the same record
 * waits for the answer to the one before, and is given up with it. What is shown is laid over whatever the server says
 * meanwhile: rows that another answer has brought do not yet know of it.
 */
export class ShownSteps<Step> {
  readonly #listeners = new Set<() => void>();
  readonly #sent = new Set<Step>();
  #shown: ReadonlyMap<string, readonly Step[]> = new Map();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The steps that are shown, by the ids of their records. */
  readonly shown = (): ReadonlyMap<string, readonly Step[]> => this.#shown;

  /** The newest step of a record; undefined where none is shown. */
  last(id: string): Step | undefined {
    return this.#shown.get(id)?.at(-1);
  }

  /** The call of a step goes on its way. */
  begin(id: string, step: Step): void {
    this.#sent.add(step);
    const steps = this.#shown.get(id) ?? [];
    if (!steps.includes(step)) this.#show(id, [...steps, step]);
  }

  /** Shows a step that waits; `join` makes one of it and another that waits already. */
  wait(id: string, step: Step, join?: (waiting: Step, next: Step) => Step): void {
    const steps = this.#shown.get(id) ?? [];
    const waiting = steps.at(-1);
    const isJoined = join !== undefined && waiting !== undefined && !this.#sent.has(waiting);
    this.#show(id, isJoined ? [...steps.slice(0, -1), join(waiting, step)] : [...steps, step]);
  }

  /** A step was answered; what waited for it is to be sent. */
  answered(id: string, step: Step): Step | undefined {
    this.#sent.delete(step);
    const rest = (this.#shown.get(id) ?? []).filter((one) => one !== step);
    this.#show(id, rest);
    return rest.some((one) => this.#sent.has(one)) ? undefined : rest[0];
  }

  /** A step was refused; answers those that waited for it and are given up. */
  refused(id: string, step: Step): readonly Step[] {
    this.#sent.delete(step);
    const steps = this.#shown.get(id) ?? [];
    this.#show(
      id,
      steps.filter((one) => this.#sent.has(one)),
    );
    return steps.filter((one) => one !== step && !this.#sent.has(one));
  }

  #show(id: string, steps: readonly Step[]): void {
    const others = [...this.#shown].filter(([one]) => one !== id);
    this.#shown = new Map(steps.length === 0 ? others : [...others, [id, steps]]);
    for (const listener of this.#listeners) listener();
  }
}

/** Whether somebody is asked before the call: such a step is not shown ahead, nor does it wait. */
export function asksFirst({ form, confirm, isPreviewed }: ActionView): boolean {
  return form !== undefined || confirm !== undefined || isPreviewed === true;
}
