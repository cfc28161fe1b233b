import fc from 'fast-check';
import { declaredOperations, permissionsOf } from '../../engine/model/access/index.ts';
import {
  type DocumentSet,
  type EntityDocument,
  entityOfPage,
  type PageDocument,
} from '../../engine/model/documents/index.ts';
import { isJsonObject, type JsonObject } from '../../engine/model/json/index.ts';
import { foldLayers, formatKeyPath, type LayerOperation } from '../../engine/model/layers/index.ts';
import { loadCandidatePage } from '../../engine/model/load/index.ts';
import { isCustomKey, relationName } from '../../engine/model/naming/index.ts';
import { jsonOf, overlay } from '../access/overlay.ts';

/** Numbers choose among what a page offers. */
type Gesture = { readonly what: number; readonly where: number; readonly how: number; readonly value: unknown };

/** What a random hand does to a page: edits as an editor would make them, and attempts to reach further. */
export type Hand = {
  readonly page: number;
  readonly gestures: readonly Gesture[];
  readonly attempts: readonly Gesture[];
};

const gesture: fc.Arbitrary<Gesture> = fc.record({
  what: fc.nat(999),
  where: fc.nat(9999),
  how: fc.nat(99_999),
  value: fc.oneof(fc.integer({ min: 48, max: 500 }), fc.boolean(), fc.constantFrom('改', 'all', '*', [], {}, null)),
});

/** Hands, drawn from a seed. */
export function randomHands(count: number, seed: number): readonly Hand[] {
  const hand = fc.record({
    page: fc.nat(9999),
    gestures: fc.array(gesture, { maxLength: 5 }),
    attempts: fc.array(gesture, { minLength: 1, maxLength: 4 }),
  });
  return fc.sample(hand, { numRuns: count, seed });
}

/** The operations of a hand on a page, without those that would only have the layer left out. */
export function effectiveEdits(page: PageDocument, hand: Hand, documents: DocumentSet): readonly LayerOperation[] {
  const kept: LayerOperation[] = [];
  const shipped = jsonOf(page);
  const layer = (operations: readonly LayerOperation[]) =>
    ({ level: 'org', name: 'org', basedOn: '', id: '', release: 1, operations }) as const;
  const tries = [
    ...madeColumn(page, hand, documents),
    ...hand.attempts.map((one, index) => attempt(page, one, `x${index}`, documents)),
    ...hand.gestures.map((one, index) => (): LayerOperation => {
      return editOf(foldLayers(shipped, [layer(kept)]).document, one, `e${index}`);
    }),
  ];
  for (const make of tries) {
    const operation = typeof make === 'function' ? make() : make;
    if (overlay(page, [layer([...kept, operation])], { documents }).left.length === 0) kept.push(operation);
  }
  return kept;
}

type Spot = { readonly at: string; readonly value: unknown; readonly siblings?: readonly string[] };

/** An edit as an editor would make it: a part hidden or moved, a property set or taken away, whichever it is. */
function editOf(document: unknown, { what, where, how, value }: Gesture, key: string): LayerOperation {
  const spots = spotsOf(document, []);
  const { at, value: was, siblings } = spots[where % spots.length] ?? { at: 'title', value: undefined };
  if (siblings === undefined)
    return what % 4 === 0 ? { op: 'unset', key, at, was } : { op: 'set', key, at, value, was };
  if (what % 3 === 0) return { op: 'hide', key, at, was };
  const after = siblings[how % (siblings.length + 1)] ?? null;
  return what % 3 === 1 ? { op: 'move', key, at, after } : { op: 'set', key, at, value: altered(was, value), was };
}

function altered(item: unknown, value: unknown): unknown {
  return isJsonObject(item) ? { ...item, title: value, permission: '*', api: '/v1/customer/query' } : value;
}

/** Every place of a page a key path leads to: properties by name, items by their keys. */
function spotsOf(value: unknown, path: readonly string[]): readonly Spot[] {
  if (Array.isArray(value)) {
    const items = value.filter((item: unknown) => isJsonObject(item) && typeof item.key === 'string');
    const keys = items.map((item) => String(item.key));
    return items.flatMap((item, index) => {
      const inner = [...path, keys[index] ?? ''];
      const siblings = keys.filter((one) => one !== keys[index]);
      return [{ at: formatKeyPath(inner), value: item, siblings }, ...spotsOf(item, inner)];
    });
  }
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    { at: formatKeyPath([...path, name]), value: inner },
    ...spotsOf(inner, [...path, name]),
  ]);
}

/** One attempt to give somebody more: an operation, a field, other rows, or another key for what is there. */
function attempt(
  page: PageDocument,
  { what, where, how, value }: Gesture,
  key: string,
  documents: DocumentSet,
): LayerOperation {
  const operations = declaredOperations(documents);
  const operation = operations[how % operations.length];
  const keys = operation === undefined ? [] : permissionsOf(operation);
  const permission = what % 2 === 0 ? (keys[0] ?? 'customer:query') : 'customer:query';
  const lists = page.kind === 'list' ? (['row', 'toolbar', 'bulk'] as const) : (['header/actions'] as const);
  switch (what % 5) {
    case 0:
    case 1: {
      const list = lists[where % lists.length] ?? 'row';
      const button = { key, title: '更多', permission, api: operation?.path ?? '/v1/customer/query' };
      return { op: 'add', key, at: `${list}/${key}`, value: button };
    }
    case 2: {
      const paths = columnPaths(page, where, documents);
      return { op: 'add', key, at: `columns/${key}`, value: { key, field: paths[how % paths.length] ?? 'name' } };
    }
    case 3: {
      const name =
        (['filter', 'scope', 'entity', 'path', 'filterWhen', 'api', 'permission'] as const)[where % 7] ?? 'scope';
      return { op: 'set', key, at: name, value };
    }
    default: {
      const dataset = [...documents.datasets.values()][how % Math.max(1, documents.datasets.size)];
      const card = { key, kind: 'figure', title: '更多', dataset: dataset?.name, measure: dataset?.measures[0]?.key };
      return { op: 'add', key, at: `${page.kind === 'list' ? 'figures' : 'cards'}/${key}`, value: card };
    }
  }
}

type Added = Extract<LayerOperation, { readonly op: 'add' }>;

/** A column of a field made in the app, or behind one, where the page is a list of what has some. */
function madeColumn(page: PageDocument, hand: Hand, documents: DocumentSet): readonly Added[] {
  const paths = page.kind === 'list' ? madePaths(documents.entities.get(page.entity), documents) : [];
  const field = paths[hand.page % Math.max(1, paths.length)];
  return field === undefined ? [] : [{ op: 'add', key: 'm0', at: 'columns/m0', value: { key: 'm0', field } }];
}

/** What a column may be tried with: what is hidden, every field of the entity, or what was made of it in the app. */
function columnPaths(page: PageDocument, where: number, documents: DocumentSet): readonly string[] {
  const entity = documents.entities.get(entityOfPage(page) ?? 'customer');
  const made = madePaths(entity, documents);
  if (where % 2 === 0 && made.length > 0) return made;
  return ['createdByRef.passwordHash', 'owner.mobile', ...(entity?.fields ?? []).map((field) => field.key)];
}

/** Paths through fields made in the app: of the entity itself, and of what they lead to. */
function madePaths(entity: EntityDocument | undefined, { entities }: DocumentSet): readonly string[] {
  return (entity?.fields ?? [])
    .filter(({ key }) => isCustomKey(key))
    .flatMap(({ key, type, ref = '' }) => {
      const behind = type === 'ref' ? (entities.get(ref)?.fields ?? []) : [];
      return [key, ...behind.map((field) => `${relationName(key)}.${field.key}`)];
    });
}

/**
 * A page as no operation of the API makes one: another page under a name of its own, without what narrows it, with a scope,
 * operations, buttons and columns of whatever kind. Undefined where nothing of it could be drawn.
 */
export function hostilePage(page: PageDocument, hand: Hand, name: string, documents: DocumentSet) {
  const { filter: _, filterWhen: __, ...shipped } = jsonOf(page);
  const scopes = [...documents.entities.values()].flatMap(({ access }) => (access?.scopes ?? []).map(({ key }) => key));
  let made: JsonObject = { ...shipped, name, path: `/own/${name}` };
  const tried = [...hand.attempts, ...hand.gestures].map((one, index) => {
    const operation = attempt(page, one, `x${index}`, documents);
    const own = ['all', ...scopes];
    const value = operation.at === 'scope' ? own[one.how % own.length] : 'value' in operation ? operation.value : null;
    return { at: operation.at, value };
  });
  for (const { at, value } of [...madeColumn(page, hand, documents), ...tried]) {
    const next = applied(made, at.split('/'), value);
    if (loadCandidatePage({ file: `pages/${name}.json`, text: JSON.stringify(next) }, documents).faults.length === 0)
      made = next;
  }
  return made;
}

/** A document with a value at a place: of a list at its end. */
function applied(made: JsonObject, [first = '', second]: readonly string[], value: unknown): JsonObject {
  if (second === undefined) return { ...made, [first]: value };
  const items = made[first];
  return { ...made, [first]: [...(Array.isArray(items) ? items : []), value] };
}
