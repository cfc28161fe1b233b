import { isJsonObject, type JsonObject } from './json.ts';

/**
 * A value in which every part equal to what stood there before is that same object, so that whoever goes by identity
 * sees only what changed. What is neither a plain object nor a list nor a set is equal to itself alone.
 */
export function withSharedParts<Value>(value: Value, before: unknown): Value;
export function withSharedParts(value: unknown, before: unknown): unknown {
  if (value === before) return before;
  if (Array.isArray(value)) return Array.isArray(before) ? sharedItems(value, before) : value;
  if (value instanceof Set) return before instanceof Set && holdsSame(value, before) ? before : value;
  return isPlain(value) && isPlain(before) ? sharedProperties(value, before) : value;
}

function sharedItems(items: readonly unknown[], before: readonly unknown[]): readonly unknown[] {
  const shared = items.map((item, place) => withSharedParts(item, before[place]));
  const isSame = shared.length === before.length && shared.every((item, place) => item === before[place]);
  return isSame ? before : shared;
}

function sharedProperties(value: JsonObject, before: JsonObject): JsonObject {
  const entries = Object.entries(value);
  const shared = entries.map(([name, part]) => [name, withSharedParts(part, before[name])] as const);
  const isSame =
    entries.length === Object.keys(before).length &&
    shared.every(([name, part]) => Object.hasOwn(before, name) && part === before[name]);
  return isSame ? before : Object.fromEntries(shared);
}

function holdsSame(set: ReadonlySet<unknown>, before: ReadonlySet<unknown>): boolean {
  return set.size === before.size && [...set].every((item) => before.has(item));
}

/** Maps, dates, elements and the like hold more than their properties say. */
function isPlain(value: unknown): value is JsonObject {
  return isJsonObject(value) && Object.getPrototypeOf(value) === Object.prototype;
}
