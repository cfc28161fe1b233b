import { indexOfKey, keyOfItem } from '../json/former-keys.ts';
import { isJsonObject, type JsonObject } from '../json/json.ts';
import { isForbiddenName } from '../naming/naming.ts';
import { isFixedName } from './fixed-properties.ts';
import { isKeyedList } from './json-values.ts';

const maxSegments = 64;
const maxPathLength = 2000;

/** Segments of a key path: `/` parts them, `~1` stands for `/` and `~0` for `~` inside one, as in a JSON pointer. */
export function parseKeyPath(at: string): readonly string[] | undefined {
  if (at.length > maxPathLength) return undefined;
  const segments = at.split('/').map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
  return segments.length > maxSegments || segments.some(isForbiddenName) ? undefined : segments;
}

/** The key path of these segments. */
export function formatKeyPath(segments: readonly string[]): string {
  return segments.map((segment) => segment.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
}

/** Where a key path leads in a document, or how far it can be followed. */
export type LocatedPath = FoundPath | { readonly found: false; readonly missing: string };

export type FoundPath = {
  readonly found: true;
  /** What holds the last segment: an object, or a list of keyed items. */
  readonly container: JsonObject | readonly unknown[];
  /** The path in present keys, where the one given may use former ones. */
  readonly path: readonly string[];
  /** The last segment as a present key, and as given. */
  readonly last: string;
  readonly given: string;
  /** What stands there; undefined when nothing does. */
  readonly value: unknown;
  /** The property on the way that no edit may change. */
  readonly fixed: string | undefined;
};

/** Follows a key path: object properties by name, items of arrays by key or former key. */
export function locate(document: unknown, segments: readonly string[]): LocatedPath {
  const path: string[] = [];
  let container = document;
  let fixed: string | undefined;
  for (const [index, given] of segments.entries()) {
    const step = enter(container, given);
    if (step === undefined) return { found: false, missing: formatKeyPath(path) };
    path.push(step.last);
    if (isJsonObject(step.container) && isFixedName(given)) fixed ??= given;
    if (index === segments.length - 1) return { found: true, ...step, given, path, fixed };
    container = step.value;
  }
  return { found: false, missing: '' };
}

function enter(container: unknown, segment: string): Pick<FoundPath, 'container' | 'last' | 'value'> | undefined {
  if (isJsonObject(container)) {
    const value = Object.hasOwn(container, segment) ? container[segment] : undefined;
    return { container, last: segment, value };
  }
  if (!isKeyedList(container)) return undefined;
  const value = container[indexOfKey(container, segment)];
  return { container, last: keyOfItem(value) ?? segment, value };
}

/** What stands at a key path, undefined when nothing does. */
export function valueAt(document: unknown, segments: readonly string[]): unknown {
  const place = locate(document, segments);
  return place.found ? place.value : undefined;
}

/** A copy of the document in which the container at a path of present keys was replaced. */
export function withContainer(document: unknown, path: readonly string[], container: unknown): unknown {
  const [head, ...rest] = path;
  if (head === undefined) return container;
  if (isJsonObject(document)) return { ...document, [head]: withContainer(document[head], rest, container) };
  if (!Array.isArray(document)) return document;
  return document.map((item: unknown) => (keyOfItem(item) === head ? withContainer(item, rest, container) : item));
}
