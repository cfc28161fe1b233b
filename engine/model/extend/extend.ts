import type { Fault } from '../faults/fault.ts';
import { pointer, shownValue } from '../faults/fault.ts';
import { keyOfItem } from '../json/former-keys.ts';
import { isJsonObject, type JsonObject } from '../json/json.ts';
import { isForbiddenName, nearestName } from '../naming/naming.ts';
import { documentText } from '../texts/document-text.ts';
import { expectation } from '../texts/message.ts';

/** A merged document and the faults of what it should leave out. */
export type Extended = { readonly document: JsonObject; readonly faults: readonly Fault[] };

/** Properties of a document that always come from the document itself. */
const ownProperties = ['$schema', 'schemaVersion', 'extends', 'omit'] as const;

/**
 * A document that starts from another one: objects are merged property by property, arrays of keyed items by key, a
 * new item after the one it is written after, everything else is replaced. What `omit` names by key path is left out first.
 */
export function extendDocument(base: JsonObject, own: JsonObject): Extended {
  const faults: Fault[] = [];
  let start: unknown = base;
  for (const [index, path] of omittedPaths(own).entries()) {
    const without = remove(start, path.split('/'));
    if (without.found) start = without.value;
    else
      faults.push({
        code: 'E_SCHEMA_UNKNOWN_NAME',
        pointer: pointer('omit', index),
        ...expectation(documentText('check.load.omitted')),
        got: shownValue(path),
        ...nearest(path, without.known),
      });
  }
  const merged = mergeObjects(isJsonObject(start) ? start : {}, own);
  return { document: Object.fromEntries(Object.entries(merged).filter(([key]) => !isOwnMark(key))), faults };
}

function isOwnMark(key: string): boolean {
  return key === 'extends' || key === 'omit';
}

function omittedPaths(own: JsonObject): readonly string[] {
  return Array.isArray(own.omit) ? own.omit.filter((path) => typeof path === 'string') : [];
}

function nearest(path: string, known: readonly string[]): { readonly nearest?: string } {
  const segments = path.split('/');
  const name = nearestName(segments.at(-1) ?? '', known);
  return name === undefined ? {} : { nearest: [...segments.slice(0, -1), name].join('/') };
}

/** Two objects property by property; what `own` says goes before. */
export function mergeObjects(base: JsonObject, own: JsonObject): JsonObject {
  const merged: Record<string, unknown> = {};
  for (const key of new Set([...Object.keys(own), ...Object.keys(base)])) {
    if (isForbiddenName(key)) continue;
    if (!Object.hasOwn(own, key)) {
      if (!isLeft(key, own)) merged[key] = base[key];
    } else if (key === 'titles') merged[key] = own[key];
    else merged[key] = Object.hasOwn(base, key) ? mergeValues(base[key], own[key]) : own[key];
  }
  return merged;
}

/** Whether a property of the base says nothing of what starts from it: its marks, and the names of another title. */
function isLeft(key: string, own: JsonObject): boolean {
  return ownProperties.some((name) => name === key) || (key === 'titles' && Object.hasOwn(own, 'title'));
}

function mergeValues(base: unknown, own: unknown): unknown {
  if (isJsonObject(base) && isJsonObject(own)) return mergeObjects(base, own);
  if (Array.isArray(base) && Array.isArray(own) && (isKeyed(base) || isKeyed(own))) return mergeItems(base, own);
  return own;
}

/** Whether an array holds items addressed by key; an array of plain values only is replaced as a whole. */
function isKeyed(items: readonly unknown[]): boolean {
  return items.some((item) => isJsonObject(item) && typeof item.key === 'string');
}

function mergeItems(base: readonly unknown[], own: readonly unknown[]): readonly unknown[] {
  const changes = new Map(own.map((item) => [keyOfItem(item), item]));
  const kept = base.map((item) => {
    const key = keyOfItem(item);
    if (key === undefined || !changes.has(key)) return item;
    const change = changes.get(key);
    // A plain name over an item that says more changes nothing.
    return isJsonObject(change) ? mergeObjects(isJsonObject(item) ? item : {}, change) : item;
  });
  return placed(kept, own);
}

/** The items with the new ones of `own` among them: each after the one it is written after, at the end where it is first. */
function placed(kept: readonly unknown[], own: readonly unknown[]): readonly unknown[] {
  const known = new Set(kept.map(keyOfItem));
  const items = [...kept];
  let before = -1;
  for (const item of own) {
    const key = keyOfItem(item);
    if (key !== undefined && known.has(key)) before = items.findIndex((one) => keyOfItem(one) === key);
    else if (before < 0) items.push(item);
    else items.splice(++before, 0, item);
  }
  return items;
}

type Removal = { readonly found: boolean; readonly value: unknown; readonly known: readonly string[] };

function remove(node: unknown, path: readonly string[]): Removal {
  const [head = '', ...rest] = path;
  if (Array.isArray(node)) {
    const index = node.findIndex((item) => keyOfItem(item) === head);
    if (index < 0) return { found: false, value: node, known: node.flatMap((item) => keyOfItem(item) ?? []) };
    if (rest.length === 0) return { found: true, value: node.toSpliced(index, 1), known: [] };
    const inner = remove(node[index], rest);
    return { ...inner, value: node.with(index, inner.value) };
  }
  if (!isJsonObject(node) || !Object.hasOwn(node, head))
    return { found: false, value: node, known: isJsonObject(node) ? Object.keys(node) : [] };
  if (rest.length === 0) {
    const { [head]: _, ...others } = node;
    return { found: true, value: others, known: [] };
  }
  const inner = remove(node[head], rest);
  return { ...inner, value: { ...node, [head]: inner.value } };
}

/**
 * Where a place of a merged document stands in the document that was written: the same place found by keys, or
 * `/extends` where it was inherited.
 */
export function ownPointer(own: unknown, merged: unknown, place: string): string {
  const found: (string | number)[] = [];
  let [ownNode, mergedNode]: [unknown, unknown] = [own, merged];
  for (const segment of segmentsOf(place)) {
    const child = childOf(mergedNode, segment);
    const name = Array.isArray(mergedNode) ? indexIn(ownNode, child) : segment;
    const isWritten = childOf(ownNode, String(name)) !== undefined;
    // A place that is in neither is one where something is missing: it was for the writer to say it.
    if (!isWritten && (child !== undefined || name === undefined)) return '/extends';
    found.push(name ?? segment);
    ownNode = childOf(ownNode, String(name));
    mergedNode = child;
  }
  return pointer(...found);
}

function childOf(node: unknown, segment: string): unknown {
  if (Array.isArray(node)) return node[Number(segment)];
  return isJsonObject(node) && Object.hasOwn(node, segment) ? node[segment] : undefined;
}

function indexIn(items: unknown, item: unknown): number | undefined {
  const key = keyOfItem(item);
  const index = Array.isArray(items)
    ? items.findIndex((candidate) => candidate === item || (key !== undefined && keyOfItem(candidate) === key))
    : -1;
  return index < 0 ? undefined : index;
}

/** The segments of a JSON pointer, unescaped. */
export function segmentsOf(place: string): readonly string[] {
  return place
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}
