import type { CallContext } from './context.ts';

/**
 * What is worked out for one row and holds for all rows that are done together with it in one transaction, e.g. who is
 * at work: kept by key until the step ends. Outside of a step everything is worked out anew.
 */
export class BatchMemo<Value> {
  readonly #kept = new WeakMap<object, Map<string, Value>>();

  of({ step }: Pick<CallContext, 'step'>, key: string, make: () => Value): Value {
    if (step === undefined) return make();
    const kept = this.#kept.get(step) ?? new Map<string, Value>();
    this.#kept.set(step, kept);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = make();
    kept.set(key, made);
    return made;
  }
}
