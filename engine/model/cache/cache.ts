// The only caches there are: what is worked out for a thing, for a key, or loaded once. Each key says all that the value
// hangs on, so nothing is ever struck out: what would make a value wrong makes another key. `scripts/check-caches.ts`
// refuses others. What is kept is said in the language that is usual, not in that of who happened to ask first.

import { inSharedLanguage } from '../texts/current-language.ts';

/**
 * A function that works its value out once for each object: what follows from a document, a model or a caller, none of
 * which ever changes. Kept as long as the object itself is; a changed one is another object. Safe for values that are
 * undefined. What throws is worked out anew.
 */
/* @__NO_SIDE_EFFECTS__ */
export function memoizeByIdentity<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known.value;
    const value = inSharedLanguage(() => make(key));
    made.set(key, { value });
    return value;
  };
}

/**
 * Values by keys that say all they hang on, at most `max` of them (2 or more); kept are at least the half that was used
 * last. `Infinity` where what owns the cache bounds it by its own end, as a transaction does.
 */
export class KeyedCache<Value extends NonNullable<unknown>, Key = string> {
  readonly #half: number;
  readonly #isShared: boolean;
  #recent = new Map<Key, Value>();
  #older = new Map<Key, Value>();

  constructor({ max }: { readonly max: number }) {
    if (max < 2) throw new RangeError(`a cache holds 2 values or more, not ${max}`);
    this.#half = Math.floor(max / 2);
    this.#isShared = max !== Number.POSITIVE_INFINITY;
  }

  /** The value of a key, made where none is kept; what throws is made anew the next time. */
  of(key: Key, make: () => Value): Value {
    const known = this.get(key);
    if (known !== undefined) return known;
    const value = this.#isShared ? inSharedLanguage(make) : make();
    this.set(key, value);
    return value;
  }

  /** The value of a key if it is kept. */
  get(key: Key): Value | undefined {
    const recent = this.#recent.get(key);
    if (recent !== undefined) return recent;
    const older = this.#older.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  /** Keeps the value of a key, for values that are worked out in several steps. */
  set(key: Key, value: Value): void {
    if (this.#recent.size >= this.#half && !this.#recent.has(key)) {
      this.#older = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(key, value);
  }
}

/** A function that loads a thing when it is first needed, once; after a failure it is tried anew. */
/* @__NO_SIDE_EFFECTS__ */
export function loadOnce<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let coming: Promise<Value> | undefined;
  return () => {
    if (coming !== undefined) return coming;
    const begun = inSharedLanguage(load);
    coming = begun;
    begun.catch(() => {
      coming = undefined;
    });
    return begun;
  };
}
