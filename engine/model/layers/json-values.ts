import { keyOfItem } from '../json/former-keys.ts';
import { isJsonObject } from '../json/json.ts';
import { isForbiddenName } from '../naming/naming.ts';

/** No value of an edit is nested deeper or larger than this; whatever is was not made by an editor. */
const deepest = 64;
const largest = 100_000;

/** Whether two JSON values say the same; the order of properties says nothing. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && sameJson(a[name], b[name]))
  );
}

/** Whether a value is JSON of reasonable size in which no name reaches a prototype. */
export function isBoundedJson(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  let count = 1;
  for (let depth = 0; level.length > 0; depth += 1) {
    const next: unknown[] = [];
    for (const item of level) {
      const children = childrenOf(item);
      count += children?.length ?? 0;
      if (children === undefined || count > largest) return false;
      next.push(...children);
    }
    if (next.length > 0 && depth >= deepest) return false;
    level = next;
  }
  return true;
}

/** What stands directly inside a value; undefined for what is no JSON. */
function childrenOf(value: unknown): readonly unknown[] | undefined {
  if (isScalar(value)) return [];
  // A list with gaps is none.
  if (Array.isArray(value)) return value.length > largest ? undefined : Array.from<unknown>(value);
  if (!isPlainObject(value) || Object.keys(value).some(isForbiddenName)) return undefined;
  return Object.values(value);
}

/** Whether items of this array can be named: every one has a key, and no two the same. */
export function isKeyedList(value: unknown): value is readonly unknown[] {
  if (!Array.isArray(value)) return false;
  const keys = value.map(keyOfItem);
  return !keys.includes(undefined) && new Set(keys).size === keys.length;
}

/** Whether, at any depth, two objects of one array have the same key. */
export function hasDuplicateKeys(value: unknown): boolean {
  if (Array.isArray(value)) {
    const keys = value.filter(isJsonObject).flatMap((item) => (typeof item.key === 'string' ? [item.key] : []));
    return new Set(keys).size < keys.length || value.some(hasDuplicateKeys);
  }
  return isJsonObject(value) && Object.values(value).some(hasDuplicateKeys);
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}

function isPlainObject(value: unknown): value is object {
  if (!isJsonObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
