import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkShape } from '../check/source/check-shape.ts';
import { indexOfKey, keyOfItem } from '../json/former-keys.ts';
import { isJsonObject, type JsonObject } from '../json/json.ts';
import { diffDocuments } from './diff.ts';
import { isFixedName } from './fixed-properties.ts';
import { foldLayers } from './fold.ts';
import { isKeyedList } from './json-values.ts';
import { formatKeyPath } from './key-path.ts';
import type { Layer, LayerLevel, LayerOperation } from './layer.ts';
import { changeOf, editOf, type Gesture, isRestoring, spotsOf } from './random-edits.testing.ts';
import { rebaseLayer } from './rebase.ts';

const isDeep = process.env.TEST_DEPTH === 'deep';
const runs = { seed: 20_261_121, numRuns: isDeep ? 10_000 : 200 };
const schemas = path.resolve(import.meta.dirname, '../../../schemas');

function readJson(file: string): JsonObject {
  const json: unknown = JSON.parse(readFileSync(path.join(schemas, file), 'utf8'));
  if (!isJsonObject(json)) throw new Error(file);
  return frozen(json);
}

const shippedFiles = [
  'menu.json',
  ...readdirSync(path.join(schemas, 'pages'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => path.join('pages', file)),
];
const shipped = shippedFiles.map(readJson);

function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) for (const item of Object.values(Object.freeze(value))) frozen(item);
  return value;
}

/** Pages that say all of themselves: one that starts from another is judged with what it takes from there. */
const wholePages = shipped
  .slice(1)
  .filter((document) => !('extends' in document || 'tabsOf' in document || hasBorrowedForm(document)));

function hasBorrowedForm({ forms }: JsonObject): boolean {
  return isJsonObject(forms) && Object.values(forms).some((form) => isJsonObject(form) && 'extends' in form);
}

const anyDocument = fc.constantFrom(...shipped);
const anyValue = fc.oneof(
  fc.integer({ min: 1, max: 500 }),
  fc.boolean(),
  fc.string(),
  fc.constantFrom('evil:permission', '/v1/evil', null, ['@me'], [], { permission: 'evil:all', title: 'x' }),
);
const anyGesture: fc.Arbitrary<Gesture> = fc.record({
  what: fc.nat(999),
  where: fc.oneof(fc.nat(9), fc.nat(9999)),
  how: fc.nat(999),
  value: anyValue,
});
const gestures = (maxLength: number): fc.Arbitrary<Gesture[]> => fc.array(anyGesture, { maxLength });
const levels: readonly LayerLevel[] = ['org', 'role', 'user'];

function layerOf(operations: readonly LayerOperation[], level: LayerLevel = 'org'): Layer {
  return { level, name: level, basedOn: 'a', operations };
}

/** Edits made one after another in an editor that shows what lies below with the edits so far. */
function editsOn(below: JsonObject, hands: readonly Gesture[], level: LayerLevel = 'org'): Layer {
  const operations: LayerOperation[] = [];
  for (const [index, hand] of hands.entries())
    operations.push(editOf(below, foldLayers(below, [layerOf(operations)]).document, hand, `edit${index}`));
  return frozen(layerOf(operations, level));
}

function changed(document: JsonObject, hands: readonly Gesture[]): JsonObject {
  return frozen(hands.reduce(changeOf, document));
}

/** Places where a document says something else than the shipped one about what no edit may change. */
function fixedDifferences(before: unknown, after: unknown, at = ''): readonly string[] {
  if (isJsonObject(before) && isJsonObject(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((name) => {
      if (!isFixedName(name)) return fixedDifferences(before[name], after[name], `${at}/${name}`);
      return JSON.stringify(before[name]) === JSON.stringify(after[name]) ? [] : [`${at}/${name}`];
    });
  }
  if (!isKeyedList(before) || !isKeyedList(after)) return [];
  return after.flatMap((item) => {
    const key = keyOfItem(item) ?? '';
    return fixedDifferences(before[indexOfKey(before, key)], item, `${at}/${key}`);
  });
}

/** Lists of named items in which, unlike in the shipped document, a key stands twice or is missing. */
function unkeyedLists(before: unknown, after: unknown, at = ''): readonly string[] {
  if (isJsonObject(before) && isJsonObject(after))
    return Object.keys(before).flatMap((name) => unkeyedLists(before[name], after[name], `${at}/${name}`));
  if (!isKeyedList(before) || !Array.isArray(after)) return [];
  const keys = after.flatMap((item) => (isJsonObject(item) ? [keyOfItem(item)] : []));
  return new Set(keys).size < keys.length ? [at] : [];
}

describe('layers over the shipped documents', { timeout: isDeep ? 600_000 : 30_000 }, () => {
  it('change nothing when there are none', () => {
    expect(shipped.length).toBeGreaterThan(5);
    for (const document of shipped) expect(foldLayers(document, [])).toEqual({ document, report: [] });
  });

  it('list every edit and leave what is fixed as shipped, whatever was shipped since', () => {
    fc.assert(
      fc.property(anyDocument, gestures(8), gestures(6), gestures(6), gestures(6), (document, changes, ...hands) => {
        let below = document;
        const layers = hands.map((hand, index) => {
          const layer = editsOn(below, hand, levels[index] ?? 'user');
          below = foldLayers(below, [layer]).document;
          return layer;
        });
        const upgraded = changed(document, changes);
        const { document: folded, report } = foldLayers(upgraded, layers.toReversed());
        expect(report.map(({ operation }) => operation)).toEqual(layers.flatMap(({ operations }) => operations));
        expect(fixedDifferences(upgraded, folded)).toEqual([]);
        expect(unkeyedLists(upgraded, folded)).toEqual([]);
      }),
      runs,
    );
  });

  it('apply while nothing changes below, unless they touch what is fixed or fit nothing', () => {
    fc.assert(
      fc.property(anyDocument, gestures(8), (document, hands) => {
        const { report } = foldLayers(document, [
          editsOn(
            document,
            hands.filter((hand) => !isRestoring(hand)),
          ),
        ]);
        for (const { outcome } of report) {
          expect(outcome.status).not.toBe('asleep');
          if (outcome.status === 'conflict') expect(outcome.kept).not.toEqual([]);
          if (outcome.status === 'refused') expect(outcome.reason).not.toBe('malformed');
        }
      }),
      runs,
    );
  });

  it('survive being brought up to a new document', () => {
    fc.assert(
      fc.property(anyDocument, gestures(8), gestures(8), (document, changes, hands) => {
        const layer = editsOn(document, hands);
        const upgraded = changed(document, changes);
        const rebased = rebaseLayer(layer, document, upgraded, 'b');
        const named = ({ key, op }: LayerOperation): string => `${key} ${op}`;
        expect(rebased.layer.operations.map(named)).toEqual(layer.operations.map(named));
        const before = foldLayers(upgraded, [layer]);
        const after = foldLayers(upgraded, [rebased.layer]);
        expect(after.document).toEqual(before.document);
        const unsettled = after.report.filter(
          ({ outcome }) => outcome.status !== 'applied' && outcome.status !== 'dropped',
        );
        expect(unsettled.map(({ outcome }) => outcome)).toEqual(rebased.conflicts.map(({ outcome }) => outcome));
        expect(rebaseLayer(rebased.layer, upgraded, upgraded, 'b')).toEqual(rebased);
      }),
      runs,
    );
  });

  it('are told by a difference that folds to the same, and folds to nothing more the second time', () => {
    fc.assert(
      fc.property(anyDocument, gestures(10), (document, hands) => {
        const edited = foldLayers(document, [editsOn(document, hands)]).document;
        const layer = layerOf(frozen(diffDocuments(document, edited)));
        expect(new Set(layer.operations.map(({ key }) => key)).size).toBe(layer.operations.length);
        const once = foldLayers(document, [layer]);
        expect(once.document).toEqual(edited);
        expect(once.report.filter(({ outcome }) => outcome.status !== 'applied')).toEqual([]);
        const twice = foldLayers(once.document, [layer]);
        expect(twice.document).toEqual(edited);
        expect(twice.report.filter(({ outcome }) => outcome.status !== 'dropped')).toEqual([]);
      }),
      runs,
    );
  });

  it('can hide every item and add it back', () => {
    for (const document of shipped)
      for (const { path: at, value } of spotsOf(document).filter((spot) => spot.inList)) {
        const place = { key: 'one', at: formatKeyPath(at) };
        const hidden = foldLayers(document, [layerOf([{ ...place, op: 'hide', was: value }])]);
        if (hidden.report[0]?.outcome.status !== 'applied') continue;
        const back = diffDocuments(hidden.document, document);
        expect(back.map(({ op }) => op)).toEqual(['add']);
        expect(foldLayers(document, [layerOf([{ ...place, op: 'hide', was: value }, ...back])]).document).toEqual(
          document,
        );
      }
  });

  it('make a valid document, or one in which the checker finds a fault', () => {
    fc.assert(
      fc.property(fc.constantFrom(...wholePages), gestures(4), (document, hands) => {
        const layer = editsOn(document, hands);
        const folded = foldLayers(document, [layer]).document;
        const { document: valid, faults } = checkShape('page', folded);
        if (valid === undefined) expect(faults).not.toEqual([]);
        else expect(valid).toEqual(folded);
        if (layer.operations.every(({ op }) => op === 'move')) expect(faults).toEqual([]);
      }),
      runs,
    );
  });

  it('hold any rubbish without throwing', () => {
    const text = fc.constantFrom(
      'columns/name/width',
      'row',
      'columns/name',
      'api/query',
      '__proto__/x',
      'a//b',
      '',
      'title',
    );
    const rubbish = fc.record(
      {
        key: fc.oneof(fc.string(), fc.anything()),
        op: fc.constantFrom('set', 'unset', 'add', 'hide', 'move', 'else', 7),
        at: fc.oneof(text, text, fc.string(), fc.anything()),
        value: fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true, withMap: true }),
        was: fc.anything(),
        after: fc.oneof(fc.constant(null), fc.string(), fc.anything()),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        anyDocument,
        fc.array(fc.oneof(rubbish, fc.anything()), { maxLength: 12 }),
        (document, operations) => {
          // What a store gives back is only said to be operations.
          const layer: Layer = JSON.parse('{"level":"org","name":"org","basedOn":"a"}');
          const folded = foldLayers(document, [{ ...layer, operations: given(operations) }]);
          expect(folded.report).toHaveLength(operations.length);
          expect(fixedDifferences(document, folded.document)).toEqual([]);
          expect(
            rebaseLayer({ ...layer, operations: given(operations) }, document, document, 'b').layer.operations,
          ).toHaveLength(operations.length);
        },
      ),
      runs,
    );
  });
});

/** Values of any kind where operations are expected. */
function given(values: readonly unknown[]): readonly LayerOperation[] {
  const operations: LayerOperation[] = [];
  for (const value of values) Reflect.set(operations, operations.length, value);
  return operations;
}
