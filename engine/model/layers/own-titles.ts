import { indexOfKey, keyOfItem } from '../json/former-keys.ts';
import { isJsonObject, type JsonObject } from '../json/json.ts';
import { sameJson } from './json-values.ts';

/**
 * A document that edits were made of a shipped one, without the names in other languages that belong to a title which was
 * changed: they would hide the new one.
 */
export function withOwnTitles(made: JsonObject, shipped: unknown): JsonObject {
  const below = isJsonObject(shipped) ? shipped : {};
  const isOld = made.titles !== undefined && made.title !== below.title && sameJson(made.titles, below.titles);
  return Object.fromEntries(
    Object.entries(made).flatMap(([name, value]) =>
      isOld && name === 'titles' ? [] : [[name, valueWithOwnTitles(value, below[name])] as const],
    ),
  );
}

function valueWithOwnTitles(value: unknown, below: unknown): unknown {
  if (isJsonObject(value)) return withOwnTitles(value, below);
  if (!Array.isArray(value)) return value;
  const items: readonly unknown[] = Array.isArray(below) ? below : [];
  return value.map((item: unknown) =>
    isJsonObject(item) ? withOwnTitles(item, items[indexOfKey(items, keyOfItem(item) ?? '')]) : item,
  );
}
