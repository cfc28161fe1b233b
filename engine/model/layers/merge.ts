import { keyOfItem } from '../json/former-keys.ts';
import { isJsonObject, type JsonObject } from '../json/json.ts';
import { isKeyedList, sameJson } from './json-values.ts';
import { formatKeyPath } from './key-path.ts';
import { mergeOrder } from './merge-order.ts';

/** A place to which two people gave different values; absent is what one of them left nothing of. */
export type Collision = {
  /** Key path of the place. */
  readonly at: string;
  readonly mine?: unknown;
  readonly theirs?: unknown;
  /** Set where both moved one item: then `mine` and `theirs` are the keys it stands behind, null for the first place. */
  readonly isPlace?: true;
};

/** What two people made of one document, and where they disagree: there it says what the other one said. */
export type Merged = { readonly document: JsonObject; readonly collisions: readonly Collision[] };

/**
 * Puts what I changed since `base` into what another one made of it meanwhile, by key path. Where both gave one place
 * different values, theirs stays and the place is told; whatever only one of them touched is as he left it.
 */
export function mergeDocuments(base: JsonObject, mine: JsonObject, theirs: JsonObject): Merged {
  const merging = new Merging();
  const merged = merging.values(base, mine, theirs, []);
  return { document: isJsonObject(merged) ? merged : theirs, collisions: merging.collisions };
}

/** Nothing at all, where JSON would have a value. */
type Value = unknown;

class Merging {
  readonly collisions: Collision[] = [];

  values(base: Value, mine: Value, theirs: Value, path: readonly string[]): Value {
    if (sameJson(mine, theirs) || sameJson(base, mine)) return theirs;
    if (sameJson(base, theirs)) return mine;
    if (isJsonObject(base) && isJsonObject(mine) && isJsonObject(theirs))
      return this.#objects(base, mine, theirs, path);
    if (isKeyedList(base) && isKeyedList(mine) && isKeyedList(theirs)) return this.#lists(base, mine, theirs, path);
    this.collisions.push({ at: formatKeyPath(path), ...said({ mine, theirs }) });
    return theirs;
  }

  #objects(base: JsonObject, mine: JsonObject, theirs: JsonObject, path: readonly string[]): JsonObject {
    const names = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
    const entries = [...names].flatMap((name): readonly [string, unknown][] => {
      const value = this.values(own(base, name), own(mine, name), own(theirs, name), [...path, name]);
      return value === undefined ? [] : [[name, value]];
    });
    return Object.fromEntries(entries);
  }

  #lists(
    base: readonly unknown[],
    mine: readonly unknown[],
    theirs: readonly unknown[],
    path: readonly string[],
  ): readonly unknown[] {
    const [old, own, other] = [byKey(base), byKey(mine), byKey(theirs)];
    const kept = new Map<string, unknown>();
    for (const key of new Set([...other.keys(), ...own.keys()])) {
      const value = this.values(old.get(key), own.get(key), other.get(key), [...path, key]);
      if (value !== undefined) kept.set(key, value);
    }
    const order = mergeOrder([...old.keys()], [...own.keys()], [...other.keys()], new Set(kept.keys()));
    for (const { key, mine: behind, theirs: standing } of order.collisions)
      this.collisions.push({ at: formatKeyPath([...path, key]), mine: behind, theirs: standing, isPlace: true });
    return order.keys.map((key) => kept.get(key));
  }
}

function own(json: JsonObject, name: string): unknown {
  return Object.hasOwn(json, name) ? json[name] : undefined;
}

function byKey(items: readonly unknown[]): ReadonlyMap<string, unknown> {
  return new Map(items.map((item) => [keyOfItem(item) ?? '', item]));
}

function said(sides: { readonly mine: unknown; readonly theirs: unknown }): Pick<Collision, 'mine' | 'theirs'> {
  return Object.fromEntries(Object.entries(sides).filter(([, value]) => value !== undefined));
}
