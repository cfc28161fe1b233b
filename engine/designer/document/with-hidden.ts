import { isJsonObject, type JsonObject, keyOfItem } from '../../model/json/index.ts';
import { pathBelow } from './edits.ts';
import { designedAs } from './node-lists.ts';

/** A document with the nodes it hides in their places, and the key paths of those. */
export type WithHidden = { readonly document: JsonObject; readonly hidden: ReadonlySet<string> };

/** Puts the nodes of the document below that this one leaves out where they stood, so that they can be seen and brought back. */
export function withHidden(document: JsonObject, below: JsonObject): WithHidden {
  const hidden = new Set<string>();
  return { document: objectWith(document, below, '', hidden), hidden };
}

function objectWith(own: JsonObject, below: JsonObject, at: string, hidden: Set<string>): JsonObject {
  const changes: [string, unknown][] = [];
  for (const [name, old] of Object.entries(below)) {
    const value = Object.hasOwn(own, name) ? own[name] : undefined;
    const path = pathBelow(at, name);
    const merged = valueWith(value, old, name, path, hidden);
    if (merged !== value) changes.push([name, merged]);
  }
  return changes.length === 0 ? own : { ...own, ...Object.fromEntries(changes) };
}

function valueWith(value: unknown, old: unknown, name: string, path: string, hidden: Set<string>): unknown {
  switch (designedAs(name)) {
    case 'list':
      return Array.isArray(old) && (value === undefined || Array.isArray(value))
        ? listWith(value ?? [], old, path, hidden)
        : value;
    case 'part':
      return isJsonObject(value) && isJsonObject(old) ? objectWith(value, old, path, hidden) : value;
    case 'map':
      return isJsonObject(value) && isJsonObject(old) ? mapWith(value, old, path, hidden) : value;
    default:
      return value;
  }
}

function mapWith(value: JsonObject, old: JsonObject, path: string, hidden: Set<string>): JsonObject {
  const entries = Object.entries(value).map(([name, own]): [string, unknown] => {
    const before = old[name];
    return [
      name,
      isJsonObject(own) && isJsonObject(before) ? objectWith(own, before, pathBelow(path, name), hidden) : own,
    ];
  });
  return entries.every(([name, own]) => own === value[name]) ? value : Object.fromEntries(entries);
}

function listWith(
  items: readonly unknown[],
  old: readonly unknown[],
  path: string,
  hidden: Set<string>,
): readonly unknown[] {
  const before = new Map(old.map((item) => [keyOfItem(item), item]));
  const result = items.map((item) => {
    const key = keyOfItem(item);
    const counterpart = before.get(key);
    if (key === undefined || !isJsonObject(item) || !isJsonObject(counterpart)) return item;
    return objectWith(item, counterpart, pathBelow(path, key), hidden);
  });
  const keys = new Set(items.map(keyOfItem));
  let previous: string | undefined;
  for (const item of old) {
    const key = keyOfItem(item);
    if (key === undefined) continue;
    if (!keys.has(key)) {
      hidden.add(pathBelow(path, key));
      const index = previous === undefined ? -1 : result.findIndex((other) => keyOfItem(other) === previous);
      result.splice(index + 1, 0, item);
    }
    previous = key;
  }
  return result.every((item, index) => item === items[index]) && result.length === items.length ? items : result;
}
