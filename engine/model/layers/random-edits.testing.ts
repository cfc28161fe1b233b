import { keyOfItem } from '../json/former-keys.ts';
import { isJsonObject, type JsonObject } from '../json/json.ts';
import { isKeyedList } from './json-values.ts';
import { formatKeyPath, valueAt, withContainer } from './key-path.ts';
import type { LayerOperation } from './layer.ts';

/** What a random hand does: numbers choose among what the document offers. */
export type Gesture = { readonly what: number; readonly where: number; readonly how: number; readonly value: unknown };

type Spot = { readonly path: readonly string[]; readonly inList: boolean; readonly value: unknown };

/** Every place of a document a key path leads to. */
export function spotsOf(document: unknown, path: readonly string[] = []): readonly Spot[] {
  if (isKeyedList(document))
    return document.flatMap((value) => spotAndInner([...path, keyOfItem(value) ?? ''], value, true));
  if (!isJsonObject(document)) return [];
  return Object.entries(document).flatMap(([name, value]) => spotAndInner([...path, name], value, false));
}

function spotAndInner(path: readonly string[], value: unknown, inList: boolean): readonly Spot[] {
  return [{ path, value, inList }, ...spotsOf(value, path)];
}

/** Whether this hand tries to bring back what it once saw, be it there or not. */
export function isRestoring({ what }: Gesture): boolean {
  return what % 9 === 6;
}

/** An edit as an editor would make it on a document, with `was` as it stands there; or an attempt to restore. */
export function editOf(below: JsonObject, document: JsonObject, gesture: Gesture, key: string): LayerOperation {
  const { what, where, value } = gesture;
  const spots = spotsOf(document);
  const item = pick(
    spots.filter((spot) => spot.inList),
    where,
  );
  const list = pick(
    spots.filter((spot) => isKeyedList(spot.value)),
    where,
  );
  const property = pick(
    spots.filter((spot) => !spot.inList),
    where,
  ) ?? { path: ['title'], inList: false, value: undefined };
  const any = pick(spots, where) ?? property;
  switch (what % 9) {
    case 0:
      return list === undefined ? setting(property, value, key) : addition(list, gesture, key);
    case 1:
      return item === undefined ? setting(property, value, key) : { op: 'hide', key, at: at(item), was: item.value };
    case 2:
      return item === undefined ? setting(property, value, key) : moving(document, item, gesture, key);
    case 3:
      return { op: 'unset', key, at: at(property), ...was(property) };
    case 4:
      return setting(any, altered(any.value, gesture), key);
    case 5: {
      const holder = pick(
        spots.filter((spot) => isJsonObject(spot.value)),
        where,
      );
      const path = [...(holder?.path ?? []), newName(gesture)];
      return setting({ path, value: valueAt(document, path) }, value, key);
    }
    case 6:
      return restoring(below, document, gesture, key);
    case 7:
      return setting(property, value, key);
    default:
      return item === undefined ? setting(property, value, key) : { op: 'hide', key, at: at(item), was: item.value };
  }
}

/** Something that is or was below, otherwise than it was: an item added back, or a property set again. */
function restoring(below: JsonObject, document: JsonObject, gesture: Gesture, key: string): LayerOperation {
  const spot = pick(
    spotsOf(below).filter(({ inList, value }) => inList || Array.isArray(value)),
    gesture.where,
  );
  if (spot === undefined) return { op: 'unset', key, at: 'title' };
  const value = altered(spot.value, gesture);
  return spot.inList
    ? { op: 'add', key, at: at(spot), value }
    : setting({ path: spot.path, value: valueAt(document, spot.path) }, value, key);
}

/** What a new version of the product may do to its own document: anything, renamed items keeping their former keys. */
export function changeOf(document: JsonObject, gesture: Gesture): JsonObject {
  const spots = spotsOf(document);
  const items = spots.filter((spot) => spot.inList);
  const target = (gesture.what % 2 === 0 ? pick(items, gesture.where) : undefined) ?? pick(spots, gesture.where);
  if (target === undefined) return document;
  const parent = target.path.slice(0, -1);
  const last = target.path.at(-1) ?? '';
  const container = parent.length === 0 ? document : valueAt(document, parent);
  const changed = isKeyedList(container)
    ? changedList(container, last, gesture)
    : isJsonObject(container)
      ? changedObject(container, last, gesture)
      : container;
  const after = withContainer(document, parent, changed);
  return isJsonObject(after) ? after : document;
}

function changedList(items: readonly unknown[], key: string, { how, value }: Gesture): readonly unknown[] {
  const index = items.findIndex((item) => keyOfItem(item) === key);
  const item = items[index];
  const others = items.filter((other) => other !== item);
  switch (how % 5) {
    case 0:
      return others;
    case 1:
      return others.toSpliced(how % (others.length + 1), 0, item);
    case 2:
      return items.toSpliced(index, 0, { key: freeKey(items, 'shipped'), field: 'shipped', permission: 'a:b' });
    case 3:
      return items.with(index, renamed(items, item));
    default:
      return items.with(index, isJsonObject(item) ? { ...item, title: value } : { key, title: value });
  }
}

function renamed(items: readonly unknown[], item: unknown): unknown {
  const key = keyOfItem(item) ?? '';
  const former = isJsonObject(item) && Array.isArray(item.formerKeys) ? item.formerKeys : [];
  return { ...(isJsonObject(item) ? item : {}), key: freeKey(items, `${key}New`), formerKeys: [...former, key] };
}

function changedObject(object: JsonObject, name: string, { how, value }: Gesture): JsonObject {
  const { [name]: old, ...rest } = object;
  if (name === 'key' || name === 'formerKeys') return object;
  return how % 3 === 0
    ? rest
    : { ...rest, [name]: how % 3 === 1 && !isJsonObject(old) && !Array.isArray(old) ? value : old };
}

function addition(list: Spot, { how, value }: Gesture, key: string): LayerOperation {
  const items = isKeyedList(list.value) ? list.value : [];
  const name = freeKey(items, 'added');
  const item = how % 4 === 0 ? name : { key: name, field: 'added', permission: 'x:y', extra: value };
  const place = items[how % (items.length + 1)];
  const after = place === undefined ? null : (keyOfItem(place) ?? null);
  return { op: 'add', key, at: formatKeyPath([...list.path, name]), value: item, ...(how % 3 === 0 ? {} : { after }) };
}

function setting(spot: Pick<Spot, 'path' | 'value'>, value: unknown, key: string): LayerOperation {
  return { op: 'set', key, at: at(spot), value, ...was(spot) };
}

function moving(document: JsonObject, item: Spot, { how }: Gesture, key: string): LayerOperation {
  const list = valueAt(document, item.path.slice(0, -1));
  const keys = isKeyedList(list) ? list.map((sibling) => keyOfItem(sibling) ?? '') : [];
  const own = item.path.at(-1) ?? '';
  const others = keys.filter((name) => name !== own);
  return {
    op: 'move',
    key,
    at: at(item),
    after: others[how % (others.length + 1)] ?? null,
    was: keys[keys.indexOf(own) - 1] ?? null,
  };
}

/** A copy with something else in it: a number, a flag or a text anywhere inside, fixed properties included. */
function altered(value: unknown, gesture: Gesture): unknown {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return items.length === 0
      ? items
      : items.with(gesture.how % items.length, altered(items[gesture.how % items.length], gesture));
  }
  if (!isJsonObject(value)) return gesture.value;
  const names = Object.keys(value).filter((name) => name !== 'key');
  const name = names[gesture.how % (names.length + 1)] ?? newName(gesture);
  return { ...value, [name]: altered(value[name], { ...gesture, how: Math.floor(gesture.how / 3) }) };
}

const newNames = ['title', 'width', 'permission', 'api', 'entity', 'path', 'name', 'scope', 'filter', 'a/b~c'] as const;

function newName({ how }: Gesture): string {
  return newNames[how % newNames.length] ?? 'title';
}

function freeKey(items: readonly unknown[], stem: string): string {
  const taken = new Set(
    items.flatMap((item) => [
      keyOfItem(item),
      ...(isJsonObject(item) && Array.isArray(item.formerKeys) ? item.formerKeys : []),
    ]),
  );
  let key = stem;
  for (let number = 2; taken.has(key); number += 1) key = `${stem}${number}`;
  return key;
}

function pick(spots: readonly Spot[], number: number): Spot | undefined {
  return spots[number % Math.max(1, spots.length)];
}

function at(spot: Pick<Spot, 'path'>): string {
  return formatKeyPath(spot.path);
}

function was(spot: Pick<Spot, 'value'>): { readonly was?: unknown } {
  return spot.value === undefined ? {} : { was: spot.value };
}
