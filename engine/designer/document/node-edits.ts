import { isJsonObject, type JsonObject, keyOfItem } from '../../model/json/index.ts';
import { type DocumentEdit, pathAround, pathBelow, valueIn } from './edits.ts';
import type { WithHidden } from './with-hidden.ts';

/** Sets a property of a node, or takes it away; a field that is only named becomes one with properties. */
export function propertyEdits(document: JsonObject, at: string, name: string, value: unknown): readonly DocumentEdit[] {
  const node = valueIn(document, at);
  if (typeof node === 'string')
    return value === undefined ? [] : [{ op: 'set', at, value: { key: node, [name]: value } }];
  if (isJsonObject(node) && value === undefined) return withoutProperty(document, at, node, name);
  return value === undefined
    ? [{ op: 'unset', at: pathBelow(at, name) }]
    : [{ op: 'set', at: pathBelow(at, name), value }];
}

/** A field that has nothing but its key any more is only named again, as it was. */
function withoutProperty(document: JsonObject, at: string, node: JsonObject, name: string): readonly DocumentEdit[] {
  const isAlone = Object.keys(node).every((other) => other === name || other === 'key');
  const isField = pathAround(pathAround(at).around).name === 'sections' || /\/fields\/[^/]+$/.test(at);
  if (isAlone && isField && typeof node.key === 'string' && Array.isArray(valueIn(document, pathAround(at).around)))
    return [{ op: 'set', at, value: node.key }];
  return [{ op: 'unset', at: pathBelow(at, name) }];
}

/** Hides nodes; a list that may not be empty goes with its last one. */
export function hideEdits(document: JsonObject, nodes: readonly string[], mustHold: (list: string) => boolean) {
  const left = new Map<string, number>();
  return nodes.flatMap((at): readonly DocumentEdit[] => {
    const { around } = pathAround(at);
    const items = valueIn(document, around);
    if (!Array.isArray(items)) return [];
    const count = (left.get(around) ?? items.length) - 1;
    left.set(around, count);
    return count === 0 && !mustHold(around) ? [{ op: 'unset', at: around }] : [{ op: 'remove', at }];
  });
}

/** Brings hidden nodes back where they stood. */
export function restoreEdits({ document: drawn }: WithHidden, document: JsonObject, nodes: readonly string[]) {
  return nodes.flatMap((at): readonly DocumentEdit[] => {
    const { around, name } = pathAround(at);
    const all = valueIn(drawn, around);
    const present = valueIn(document, around);
    const value = valueIn(drawn, at);
    if (!Array.isArray(all) || value === undefined) return [];
    if (!Array.isArray(present)) return [{ op: 'set', at: around, value: [value] }];
    const keys = new Set(present.map(keyOfItem));
    const before = all
      .slice(
        0,
        all.findIndex((item) => keyOfItem(item) === name),
      )
      .map(keyOfItem);
    return [{ op: 'add', at, value, after: before.findLast((key) => keys.has(key)) ?? null }];
  });
}

/** Puts a new node into a list, which may not be there yet. */
export function addEdits(
  document: JsonObject,
  list: string,
  item: unknown,
  after: string | null | undefined,
): readonly DocumentEdit[] {
  const items = valueIn(document, list);
  const key = keyOfItem(item);
  if (key === undefined) return [];
  if (!Array.isArray(items)) return [{ op: 'set', at: list, value: [item] }];
  const last = keyOfItem(items.at(-1)) ?? null;
  return [{ op: 'add', at: pathBelow(list, key), value: item, after: after === undefined ? last : after }];
}

/** Moves nodes of one list one place up or down, each past the next that is not moved with it. */
export function stepEdits(document: JsonObject, nodes: readonly string[], step: -1 | 1): readonly DocumentEdit[] {
  const [first] = nodes;
  if (first === undefined) return [];
  const { around } = pathAround(first);
  const items = valueIn(document, around);
  const moved = new Set(nodes.filter((at) => pathAround(at).around === around).map((at) => pathAround(at).name));
  if (!Array.isArray(items)) return [];
  const keys = items.flatMap((item) => keyOfItem(item) ?? []);
  const wanted = stepped(keys, moved, step);
  return orderEdits(around, keys, wanted);
}

function stepped(keys: readonly string[], moved: ReadonlySet<string>, step: -1 | 1): readonly string[] {
  const result = step < 0 ? [...keys] : keys.toReversed();
  for (const [index, key] of result.entries()) {
    const before = result[index - 1];
    if (before === undefined || !moved.has(key) || moved.has(before)) continue;
    result[index - 1] = key;
    result[index] = before;
  }
  return step < 0 ? result : result.toReversed();
}

/** Moves nodes behind another one of their list, or where that goes too behind what stays before it; null is the first place. */
export function placeEdits(
  document: JsonObject,
  list: string,
  names: readonly string[],
  after: string | null,
): readonly DocumentEdit[] {
  const items = valueIn(document, list);
  if (!Array.isArray(items)) return [];
  const keys = items.flatMap((item) => keyOfItem(item) ?? []);
  const moved = keys.filter((key) => names.includes(key));
  const rest = keys.filter((key) => !moved.includes(key));
  const before = after === null ? [] : keys.slice(0, keys.indexOf(after) + 1);
  const place = before.filter((key) => !moved.includes(key)).length;
  return orderEdits(list, keys, [...rest.slice(0, place), ...moved, ...rest.slice(place)]);
}

function orderEdits(list: string, keys: readonly string[], wanted: readonly string[]): readonly DocumentEdit[] {
  const present = [...keys];
  const edits: DocumentEdit[] = [];
  for (const [index, key] of wanted.entries()) {
    if (present[index] === key) continue;
    const next = present[index];
    // What stands here goes further down: one move where it is the one that was moved, and the others stay.
    if (next !== undefined && wanted[index + 1] !== next && present[index + 1] === key) {
      const to = wanted.indexOf(next);
      const after = wanted[to - 1] ?? null;
      present.splice(index, 1);
      present.splice(to, 0, next);
      edits.push({ op: 'move', at: pathBelow(list, next), after });
      continue;
    }
    present.splice(present.indexOf(key), 1);
    present.splice(index, 0, key);
    edits.push({ op: 'move', at: pathBelow(list, key), after: wanted[index - 1] ?? null });
  }
  return edits;
}

/** A key for a new node of a list, made of what it is about; one that is taken gets a number. */
export function freshKey(document: JsonObject, list: string, wanted: string): string {
  const items = valueIn(document, list);
  const taken = new Set(Array.isArray(items) ? items.map(keyOfItem) : []);
  const stem = wanted.replaceAll(/[.](\w)/g, (_, letter: string) => letter.toUpperCase()).slice(0, 58);
  if (!taken.has(stem)) return stem;
  for (let number = 2; ; number += 1) if (!taken.has(`${stem}${number}`)) return `${stem}${number}`;
}
