import { keyOfItem } from '../json/former-keys.ts';
import { isJsonObject, type JsonObject } from '../json/json.ts';
import { isForbiddenName } from '../naming/naming.ts';
import { isFixedName } from './fixed-properties.ts';
import { isKeyedList, sameJson } from './json-values.ts';
import { formatKeyPath } from './key-path.ts';
import type { LayerOperation } from './layer.ts';
import { longestIncreasing } from './list-order.ts';

type Unkeyed = LayerOperation extends infer Operation
  ? Operation extends LayerOperation
    ? Omit<Operation, 'key'>
    : never
  : never;

/**
 * The edits that make `after` out of `before`, each with a key of its own.
 * What no edit may change (`permission`, `api`, …) is passed over, as folding would.
 */
export function diffDocuments(before: JsonObject, after: JsonObject): readonly LayerOperation[] {
  const counts = new Map<string, number>();
  return diffObjects(before, after, []).map((operation) => {
    const count = (counts.get(operation.op) ?? 0) + 1;
    counts.set(operation.op, count);
    return { key: `${operation.op}${count}`, ...operation };
  });
}

function diffObjects(before: JsonObject, after: JsonObject, path: readonly string[]): readonly Unkeyed[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name): readonly Unkeyed[] => {
    if (isFixedName(name) || isForbiddenName(name)) return [];
    const inner = [...path, name];
    if (!Object.hasOwn(after, name)) return [{ op: 'unset', at: formatKeyPath(inner), was: before[name] }];
    if (!Object.hasOwn(before, name)) return [{ op: 'set', at: formatKeyPath(inner), value: after[name] }];
    return diffValues(before[name], after[name], inner);
  });
}

function diffValues(before: unknown, after: unknown, path: readonly string[]): readonly Unkeyed[] {
  if (sameJson(before, after)) return [];
  if (isJsonObject(before) && isJsonObject(after)) return diffObjects(before, after, path);
  if (isKeyedList(before) && isKeyedList(after)) return diffLists(before, after, path);
  return [{ op: 'set', at: formatKeyPath(path), value: after, was: before }];
}

/** First what goes, then what changes in place, then every new or moved item behind the one it is to stand behind. */
function diffLists(before: readonly unknown[], after: readonly unknown[], path: readonly string[]): readonly Unkeyed[] {
  const old = itemsByKey(before);
  const wanted = itemsByKey(after);
  const at = (key: string): string => formatKeyPath([...path, key]);
  const hidden = [...old]
    .filter(([key]) => !wanted.has(key))
    .map(([key, was]): Unkeyed => ({ op: 'hide', at: at(key), was }));
  const changed = [...old].flatMap(([key, item]) =>
    wanted.has(key) ? diffValues(item, wanted.get(key), [...path, key]) : [],
  );
  return [...hidden, ...changed, ...diffOrder([...old.keys()], wanted, at)];
}

function diffOrder(
  old: readonly string[],
  wanted: ReadonlyMap<string, unknown>,
  at: (key: string) => string,
): readonly Unkeyed[] {
  const present = old.filter((key) => wanted.has(key));
  const places = new Map(present.map((key, index) => [key, index]));
  const staying = longestIncreasing([...wanted.keys()].flatMap((key) => places.get(key) ?? []));
  const operations: Unkeyed[] = [];
  let after: string | null = null;
  for (const [key, value] of wanted) {
    const place = places.get(key);
    if (place === undefined) {
      operations.push({ op: 'add', at: at(key), value, after });
      present.splice(after === null ? 0 : present.indexOf(after) + 1, 0, key);
    } else if (!staying.has(place)) {
      const index = present.indexOf(key);
      operations.push({ op: 'move', at: at(key), after, was: present[index - 1] ?? null });
      present.splice(index, 1);
      present.splice(after === null ? 0 : present.indexOf(after) + 1, 0, key);
    }
    after = key;
  }
  return operations;
}

function itemsByKey(items: readonly unknown[]): ReadonlyMap<string, unknown> {
  return new Map(
    items.flatMap((item): [string, unknown][] => {
      const key = keyOfItem(item);
      return key === undefined ? [] : [[key, item]];
    }),
  );
}
