import { indexOfKey, keyOfItem } from '../json/former-keys.ts';
import { isJsonObject, type JsonObject } from '../json/json.ts';
import { isKeyedList, sameJson } from './json-values.ts';

/** Properties that decide who may do what, and what a document is: no edit changes them, at any depth. */
const fixedNames = [
  'permission',
  'api',
  'entity',
  'path',
  'name',
  'scope',
  'filter',
  'kind',
  'key',
  'formerKeys',
  'schemaVersion',
  '$schema',
  'extends',
  'omit',
] as const;

/** Fixed properties whose difference is told as a conflict won below, where the others refuse the edit. */
const conflicting: ReadonlySet<string> = new Set(['permission', 'api', 'entity', 'path']);
const fixedSet: ReadonlySet<string> = new Set(fixedNames);
/** What an edit made before a renaming cannot know; taken from below without a word. */
const silent: ReadonlySet<string> = new Set(['key', 'formerKeys']);

/** Whether no edit may change the property of this name. */
export function isFixedName(name: string): boolean {
  return fixedSet.has(name);
}

/** Whether an edit of this fixed property is listed as a conflict rather than refused. */
export function isConflictingName(name: string): boolean {
  return conflicting.has(name);
}

/** A value in which the fixed properties are those of what it replaces, and the paths where it said otherwise. */
export type KeptFixed = { readonly value: unknown; readonly kept: readonly (readonly string[])[] };

/**
 * Puts the fixed properties of `references` back into a value that is to stand in their place, at every depth.
 * Of several references the first object counts: the shipped one, then what stands below the edit.
 * What has no counterpart is new, and may say what it likes; the checker judges it.
 */
export function keepFixed(value: unknown, references: readonly unknown[], path: readonly string[]): KeptFixed {
  if (isJsonObject(value)) return keepInObject(value, references.filter(isJsonObject), path);
  if (Array.isArray(value)) return keepInList(value, references.filter(Array.isArray), path);
  return { value, kept: [] };
}

function keepInObject(value: JsonObject, references: readonly JsonObject[], path: readonly string[]): KeptFixed {
  const [first] = references;
  if (first === undefined) return { value, kept: [] };
  const isFixedBelow = (name: string): boolean => isFixedName(name) && Object.hasOwn(first, name);
  const differing = fixedNames.filter((name) => !silent.has(name) && !sameJson(value[name], first[name]));
  const kept: (readonly string[])[] = differing.map((name) => [...path, name]);
  const entries: [string, unknown][] = [];
  for (const [name, own] of Object.entries(value)) {
    if (isFixedBelow(name)) entries.push([name, first[name]]);
    if (isFixedName(name)) continue;
    const counterparts = references.map((reference) => (Object.hasOwn(reference, name) ? reference[name] : undefined));
    const inner = keepFixed(own, counterparts, [...path, name]);
    entries.push([name, inner.value]);
    kept.push(...inner.kept);
  }
  for (const name of fixedNames)
    if (isFixedBelow(name) && !Object.hasOwn(value, name)) entries.push([name, first[name]]);
  return { value: Object.fromEntries(entries), kept };
}

function keepInList(
  value: readonly unknown[],
  references: readonly (readonly unknown[])[],
  path: readonly string[],
): KeptFixed {
  const [first] = references;
  if (first === undefined) return { value, kept: [] };
  if (!isKeyedList(value) || !isKeyedList(first)) {
    const mayDiffer = sameJson(value, first) || !(holdsFixed(value) || holdsFixed(first));
    return mayDiffer ? { value, kept: [] } : { value: first, kept: [path] };
  }
  const kept: (readonly string[])[] = [];
  const keys = new Set(value.map(keyOfItem));
  const items = value.map((item) => {
    const key = keyOfItem(item) ?? '';
    const counterparts = references.map((reference) => reference[indexOfKey(reference, key)]);
    const present = keyOfItem(counterparts.find(isJsonObject)) ?? key;
    // A former key is no name for an item whose present key the list holds too.
    if (present !== key && keys.has(present)) return item;
    keys.add(present);
    const inner = keepFixed(item, counterparts, [...path, present]);
    kept.push(...inner.kept);
    return inner.value;
  });
  return { value: items, kept };
}

/** Whether a fixed property stands anywhere inside. */
function holdsFixed(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsFixed);
  return isJsonObject(value) && Object.entries(value).some(([name, item]) => isFixedName(name) || holdsFixed(item));
}
