import { KeyedCache, memoizeByIdentity } from '../../../engine/model/cache/index.ts';
import type { CallContext } from './context.ts';

/**
 * What is worked out for one row and holds for all rows that are done together with it in one transaction, e.g. who is
 * at work: kept by key until the step ends. Outside of a step everything is worked out anew.
 */
export class BatchMemo<Value extends NonNullable<unknown>> {
  readonly #inStep = memoizeByIdentity((_step: object) => new KeyedCache<Value>({ max: Number.POSITIVE_INFINITY }));

  of({ step }: Pick<CallContext, 'step'>, key: string, make: () => Value): Value {
    return step === undefined ? make() : this.#inStep(step).of(key, make);
  }
}
