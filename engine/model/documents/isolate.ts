import { segmentsOf } from '../extend/extend.ts';
import type { Fault } from '../faults/fault.ts';
import { keyOfItem } from '../json/former-keys.ts';
import { isJsonObject } from '../json/json.ts';

/** A node of a page that is left out because something in it is wrong, with what is wrong. */
export type NodeFault = {
  /** Key path of the node, for example `columns/owner` or `tabs/calls/row/edit`; empty for the whole page. */
  readonly at: string;
  /** Place among its siblings as written, to draw the fault where the node would stand; undefined for properties. */
  readonly index?: number;
  readonly faults: readonly Fault[];
};

/** A page without its bad nodes. `json` is undefined when the page cannot stand without one of them. */
export type Isolated = { readonly json: unknown; readonly nodes: readonly NodeFault[] };

/** Properties that are rules or addresses: a fault in one takes the node that holds it, and at the top the page. */
const protectedNames = new Set([
  'schemaVersion',
  'name',
  'path',
  'kind',
  'entity',
  'scope',
  'filter',
  'match',
  'api',
  'permission',
  'extends',
  'omit',
]);

type Place = { readonly segments: readonly string[]; readonly isItem: boolean };

/**
 * Takes the nodes that hold faults out of a page: the innermost item of an array, else an optional property. `accepts`
 * says whether the page may stand without a node.
 */
export function isolateFaults(json: unknown, faults: readonly Fault[], accepts: (json: unknown) => boolean): Isolated {
  const byNode = new Map<string, { place: Place | undefined; faults: Fault[] }>();
  for (const fault of faults) {
    const place = nodeOf(json, segmentsOf(fault.pointer), accepts);
    const address = place === undefined ? '' : place.segments.join('\n');
    const group = byNode.get(address) ?? { place, faults: [] };
    group.faults.push(fault);
    byNode.set(address, group);
  }
  const groups = outermost([...byNode.values()]);
  const nodes = groups.map(({ place, faults: of }) => ({
    at: place === undefined ? '' : keyPath(json, place.segments),
    ...(place?.isItem === true ? { index: Number(place.segments.at(-1)) } : {}),
    faults: of,
  }));
  if (groups.some((group) => group.place === undefined)) return { json: undefined, nodes };
  const places = groups.flatMap(({ place }) => (place === undefined ? [] : [place.segments]));
  return { json: without(json, places), nodes };
}

/** The smallest node around a fault that the page can do without; undefined when there is none. */
function nodeOf(json: unknown, segments: readonly string[], accepts: (json: unknown) => boolean): Place | undefined {
  const places = segments.map((_, index) => placeAt(json, segments.slice(0, index + 1)));
  for (const place of places.toReversed()) {
    if (place?.isItem === true && accepts(without(json, [place.segments]))) return place;
  }
  if (segments.some((segment) => protectedNames.has(segment))) return undefined;
  return places.toReversed().find((place) => place !== undefined && accepts(without(json, [place.segments])));
}

function placeAt(json: unknown, segments: readonly string[]): Place | undefined {
  const parent = valueAt(json, segments.slice(0, -1));
  const last = segments.at(-1) ?? '';
  if (Array.isArray(parent)) return Number(last) < parent.length ? { segments, isItem: true } : undefined;
  return isJsonObject(parent) && Object.hasOwn(parent, last) ? { segments, isItem: false } : undefined;
}

function valueAt(json: unknown, segments: readonly string[]): unknown {
  let node = json;
  for (const segment of segments) {
    if (Array.isArray(node)) node = node[Number(segment)];
    else node = isJsonObject(node) && Object.hasOwn(node, segment) ? node[segment] : undefined;
  }
  return node;
}

type Group = { readonly place: Place | undefined; readonly faults: Fault[] };

/** Groups without those that lie inside another; their faults go to it. */
function outermost(groups: readonly Group[]): readonly Group[] {
  const isInside = (inner: Group, outer: Group) =>
    inner !== outer &&
    (outer.place === undefined ||
      (inner.place !== undefined &&
        outer.place.segments.length < inner.place.segments.length &&
        outer.place.segments.every((segment, index) => inner.place?.segments[index] === segment)));
  const kept = groups.filter((group) => !groups.some((other) => isInside(group, other)));
  return kept.map((group) => ({
    place: group.place,
    faults: [...group.faults, ...groups.filter((other) => isInside(other, group)).flatMap((other) => other.faults)],
  }));
}

function without(json: unknown, places: readonly (readonly string[])[]): unknown {
  const here = places.filter((segments) => segments.length === 1).map((segments) => segments[0] ?? '');
  const below = (name: string) =>
    places.filter((segments) => segments.length > 1 && segments[0] === name).map((segments) => segments.slice(1));
  const inner = (name: string, value: unknown): unknown => {
    const deeper = below(name);
    return deeper.length === 0 ? value : without(value, deeper);
  };
  if (Array.isArray(json))
    return json.flatMap((item: unknown, index) => (here.includes(String(index)) ? [] : [inner(String(index), item)]));
  if (!isJsonObject(json)) return json;
  return Object.fromEntries(
    Object.entries(json).flatMap(([name, value]) => (here.includes(name) ? [] : [[name, inner(name, value)]])),
  );
}

/** A place by keys instead of indexes; an item without a key keeps its number. */
function keyPath(json: unknown, segments: readonly string[]): string {
  return segments
    .map((segment, index) => {
      const parent = valueAt(json, segments.slice(0, index));
      return Array.isArray(parent) ? (keyOfItem(parent[Number(segment)]) ?? segment) : segment;
    })
    .join('/');
}

/** The nodes left out directly below a key path, for example all columns below `columns`. */
export function faultsAt(nodes: readonly NodeFault[], parent: string): readonly NodeFault[] {
  return nodes.filter((node) => node.at.slice(0, Math.max(0, node.at.lastIndexOf('/'))) === parent && node.at !== '');
}
