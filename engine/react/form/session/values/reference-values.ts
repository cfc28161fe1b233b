import type { FormReference } from '../../../../model/view/index.ts';
import type { Values } from '../../../record/values.ts';
import type { LookUp } from './follow-source.ts';

type ReferenceValuesOptions = {
  readonly lookUp: LookUp;
  /** Told of what is on its way; nothing is sent before it arrives. */
  readonly expect: (place: string, work: Promise<boolean>) => void;
  readonly onArrive: () => void;
};

/** What the expressions of a form read of the records it refers to, each field read once. */
export class ReferenceValues {
  readonly #options: ReferenceValuesOptions;
  readonly #known = new Map<string, unknown>();
  #awaited = 0;
  #telling: Promise<void> | undefined;

  constructor(options: ReferenceValuesOptions) {
    this.#options = options;
  }

  /** Whether something is still on its way. */
  get isReading(): boolean {
    return this.#awaited > 0;
  }

  /** The values with what stands behind their references, nested as expressions read it; missing until it arrives. */
  with(values: Values, references: readonly FormReference[]): Values {
    if (references.length === 0) return values;
    const nested = references.map(({ name, field, entity, keys }) => {
      const id = values[field];
      if (typeof id !== 'string' || id === '') return [name, null] as const;
      return [name, Object.fromEntries(keys.map((key) => [key, this.#read(entity, id, key)]))] as const;
    });
    return { ...values, ...Object.fromEntries(nested) };
  }

  #read(entity: string, id: string, key: string): unknown {
    const place = `${entity}/${id}/${key}`;
    if (this.#known.has(place)) return this.#known.get(place);
    this.#known.set(place, null);
    this.#awaited += 1;
    const work = this.#options.lookUp(entity, id, key).then(async (value) => {
      this.#awaited -= 1;
      this.#known.set(place, value ?? null);
      await this.#told();
      return true;
    });
    this.#options.expect(place, work);
    return null;
  }

  /** Told once for all values that arrive together: of two hundred rows each reads its own. */
  #told(): Promise<void> {
    this.#telling ??= Promise.resolve().then(() => {
      this.#telling = undefined;
      this.#options.onArrive();
    });
    return this.#telling;
  }
}
