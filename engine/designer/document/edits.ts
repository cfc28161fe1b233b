import { indexOfKey, isJsonObject, type JsonObject, keyOfItem } from '../../model/json/index.ts';
import { formatKeyPath, parseKeyPath, sameJson } from '../../model/layers/index.ts';

/** One change of a page document, by key path; `after` is the key of the item it stands behind, null for the first place. */
export type DocumentEdit =
  | { readonly op: 'set'; readonly at: string; readonly value: unknown }
  | { readonly op: 'unset'; readonly at: string }
  | { readonly op: 'add'; readonly at: string; readonly value: unknown; readonly after: string | null }
  | { readonly op: 'remove'; readonly at: string }
  | { readonly op: 'move'; readonly at: string; readonly after: string | null };

/** A document after an edit, and the edit that takes it back. */
export type Edited = { readonly document: JsonObject; readonly inverse: DocumentEdit };

/** Applies an edit; undefined where it does not fit, or changes nothing. */
export function applyEdit(document: JsonObject, edit: DocumentEdit): Edited | undefined {
  const path = parseKeyPath(edit.at);
  const last = path?.at(-1);
  if (path === undefined || last === undefined) return undefined;
  const place = { at: edit.at, path: path.slice(0, -1), last, holder: nodeAt(document, path.slice(0, -1)) };
  const change = Array.isArray(place.holder)
    ? inList(place.holder, edit, place)
    : isJsonObject(place.holder)
      ? inObject(place.holder, edit, place)
      : undefined;
  if (change === undefined) return undefined;
  const changed = withNode(document, place.path, change.holder);
  return isJsonObject(changed) ? { document: changed, inverse: change.inverse } : undefined;
}

/** What stands at the names of a key path; undefined for nothing. */
export function nodeAt(document: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((node, name) => {
    if (Array.isArray(node)) return node[indexOfKey(node, name)];
    return isJsonObject(node) && Object.hasOwn(node, name) ? node[name] : undefined;
  }, document);
}

type Place = { readonly at: string; readonly path: readonly string[]; readonly last: string };
type Change = { readonly holder: unknown; readonly inverse: DocumentEdit };

function inObject(holder: JsonObject, edit: DocumentEdit, { at, last }: Place): Change | undefined {
  const has = Object.hasOwn(holder, last);
  const old = has ? holder[last] : undefined;
  if (edit.op === 'set') {
    if (sameJson(old, edit.value)) return undefined;
    const inverse: DocumentEdit = has ? { op: 'set', at, value: old } : { op: 'unset', at };
    return { holder: { ...holder, [last]: edit.value }, inverse };
  }
  if (edit.op !== 'unset' || !has) return undefined;
  const { [last]: _, ...rest } = holder;
  return { holder: rest, inverse: { op: 'set', at, value: old } };
}

function inList(items: readonly unknown[], edit: DocumentEdit, place: Place): Change | undefined {
  const { at, last } = place;
  const index = items.findIndex((item) => keyOfItem(item) === last);
  if (edit.op === 'add') {
    if (index >= 0 || keyOfItem(edit.value) !== last) return undefined;
    return { holder: placed(items, edit.value, edit.after), inverse: { op: 'remove', at } };
  }
  const item = items[index];
  if (item === undefined) return undefined;
  const before = keyOfItem(items[index - 1]) ?? null;
  const others = items.filter((_, other) => other !== index);
  switch (edit.op) {
    case 'set':
      if (keyOfItem(edit.value) !== last || sameJson(item, edit.value)) return undefined;
      return { holder: items.with(index, edit.value), inverse: { op: 'set', at, value: item } };
    case 'remove':
      return { holder: others, inverse: { op: 'add', at, value: item, after: before } };
    case 'move': {
      if (edit.after === before || edit.after === last || !isThere(others, edit.after)) return undefined;
      return { holder: placed(others, item, edit.after), inverse: { op: 'move', at, after: before } };
    }
    case 'unset':
      return undefined;
  }
}

function isThere(items: readonly unknown[], key: string | null): boolean {
  return key === null || items.some((item) => keyOfItem(item) === key);
}

/** Behind the item of this key; first for null, last where there is no such item. */
function placed(items: readonly unknown[], item: unknown, after: string | null): readonly unknown[] {
  const index = after === null ? -1 : items.findIndex((other) => keyOfItem(other) === after);
  const at = after !== null && index < 0 ? items.length : index + 1;
  return [...items.slice(0, at), item, ...items.slice(at)];
}

function withNode(node: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (Array.isArray(node))
    return node.map((item: unknown) => (keyOfItem(item) === name ? withNode(item, rest, value) : item));
  return isJsonObject(node) ? { ...node, [name]: withNode(node[name], rest, value) } : node;
}

/** The key path of what stands below another one. */
export function pathBelow(at: string, ...names: readonly string[]): string {
  const own = formatKeyPath(names);
  return at === '' ? own : `${at}/${own}`;
}

/** The key path around a node and its own name; the document itself has neither. */
export function pathAround(at: string): { readonly around: string; readonly name: string } {
  const path = parseKeyPath(at) ?? [];
  return { around: formatKeyPath(path.slice(0, -1)), name: path.at(-1) ?? '' };
}

/** What stands at a key path, which may be that of the document itself. */
export function valueIn(document: JsonObject, at: string): unknown {
  return at === '' ? document : nodeAt(document, parseKeyPath(at) ?? []);
}

/** The names of the items of a list; none where it is no list. */
export function namesIn(document: JsonObject, list: string): readonly string[] {
  const items = valueIn(document, list);
  return Array.isArray(items) ? items.flatMap((item) => keyOfItem(item) ?? []) : [];
}
