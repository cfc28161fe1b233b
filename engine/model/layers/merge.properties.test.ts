import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyOfItem } from '../json/former-keys.ts';
import { isJsonObject, type JsonObject } from '../json/json.ts';
import { diffDocuments } from './diff.ts';
import { type Folded, foldLayers } from './fold.ts';
import { isKeyedList, sameJson } from './json-values.ts';
import { formatKeyPath, locate, parseKeyPath, valueAt } from './key-path.ts';
import type { Layer, LayerOperation } from './layer.ts';
import { type Collision, mergeDocuments } from './merge.ts';
import { changeOf, editOf, type Gesture, spotsOf } from './random-edits.testing.ts';
import { remakeLayer } from './remake.ts';
import { unkeptFaults } from './unkept.ts';

const isDeep = process.env.TEST_DEPTH === 'deep';
const runs = { seed: 20_261_126, numRuns: isDeep ? 10_000 : 150 };
const folder = path.resolve(import.meta.dirname, '../../../schemas/pages');

const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.json'))
  .sort()
  .map((file): JsonObject => {
    const json: unknown = JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
    return isJsonObject(json) ? json : {};
  });

const gesture: fc.Arbitrary<Gesture> = fc.record({
  what: fc.nat(999),
  where: fc.nat(9999),
  how: fc.nat(999),
  value: fc.oneof(fc.integer({ min: 1, max: 500 }), fc.boolean(), fc.string(), fc.constant([])),
});
const gestures = fc.array(gesture, { maxLength: 6 });
const anyPage = fc.constantFrom(...pages);

/** What somebody makes of a page in an editor. */
function edited(page: JsonObject, hands: readonly Gesture[]): JsonObject {
  return hands.reduce((document, hand, index) => {
    const layer: Layer = {
      level: 'org',
      name: 'org',
      basedOn: '',
      operations: [editOf(page, document, hand, `e${index}`)],
    };
    return foldLayers(document, [layer]).document;
  }, page);
}

/** Every place of a document that holds a plain value, with what stands there. */
function leavesOf(document: JsonObject) {
  return spotsOf(document).filter(({ value }) => !isJsonObject(value) && !isKeyedList(value));
}

/** Plain values that one changed and the other left as they were. */
function lostBy(base: JsonObject, side: JsonObject, other: JsonObject) {
  return leavesOf(side)
    .filter(
      ({ path: at, value }) => !sameJson(value, valueAt(base, at)) && sameJson(valueAt(other, at), valueAt(base, at)),
    )
    .map(({ path: at }) => at);
}

/** Whether what somebody said of a place is there, or told as a collision of it or of what it stands in. */
function isIn(side: JsonObject, merged: JsonObject, collisions: readonly Collision[], at: readonly string[]): boolean {
  const place = formatKeyPath(at);
  const isTold = collisions.some((one) => one.isPlace !== true && (place === one.at || place.startsWith(`${one.at}/`)));
  return isTold || sameJson(valueAt(merged, at), valueAt(side, at));
}

describe('merging what two people made of a page', { timeout: isDeep ? 600_000 : 60_000 }, () => {
  it('is what one of them made where the other did nothing, and what both made where it is the same', () => {
    fc.assert(
      fc.property(anyPage, gestures, (base, hands) => {
        const changed = edited(base, hands);
        expect(mergeDocuments(base, changed, base)).toEqual({ document: changed, collisions: [] });
        expect(mergeDocuments(base, base, changed)).toEqual({ document: changed, collisions: [] });
        expect(mergeDocuments(base, changed, changed)).toEqual({ document: changed, collisions: [] });
      }),
      runs,
    );
  });

  it('loses nothing that one of them changed: it is there, or told as a collision', () => {
    fc.assert(
      fc.property(anyPage, gestures, gestures, (base, my, their) => {
        const [mine, theirs] = [edited(base, my), edited(base, their)];
        const { document, collisions } = mergeDocuments(base, mine, theirs);
        for (const at of lostBy(base, mine, theirs))
          expect(isIn(mine, document, collisions, at), at.join('/')).toBe(true);
        for (const at of lostBy(base, theirs, mine))
          expect(isIn(theirs, document, collisions, at), at.join('/')).toBe(true);
        // Where both said something else, theirs stands.
        for (const { at, theirs: told, isPlace } of collisions)
          if (isPlace !== true) expect(valueAt(document, parseKeyPath(at) ?? [])).toEqual(told);
      }),
      runs,
    );
  });

  it('tells the same places whoever comes second, and keeps every list named', () => {
    fc.assert(
      fc.property(anyPage, gestures, gestures, (base, my, their) => {
        const [mine, theirs] = [edited(base, my), edited(base, their)];
        const [one, other] = [mergeDocuments(base, mine, theirs), mergeDocuments(base, theirs, mine)];
        const places = ({ collisions }: typeof one) => collisions.map(({ at }) => at).sort();
        expect(places(one)).toEqual(places(other));
        for (const { path: at, value } of spotsOf(base)) {
          const merged = valueAt(one.document, at);
          if (
            isKeyedList(value) &&
            Array.isArray(merged) &&
            isKeyedList(valueAt(mine, at)) &&
            isKeyedList(valueAt(theirs, at))
          )
            expect(isKeyedList(merged), at.join('/')).toBe(true);
        }
      }),
      runs,
    );
  });

  it('puts what one added or moved where he put it, when the other moved nothing', () => {
    const base = { columns: ['a', 'b', 'c', 'd'].map((key) => ({ key })) };
    const order = (keys: string) => ({ columns: [...keys].map((key) => ({ key })) });
    const keysOf = (document: JsonObject) =>
      (Array.isArray(document.columns) ? document.columns : []).map(keyOfItem).join('');
    expect(keysOf(mergeDocuments(base, order('dabc'), order('abcxd')).document)).toBe('dabcx');
    expect(keysOf(mergeDocuments(base, order('abxcd'), order('dacb')).document)).toBe('dacbx');
    const both = mergeDocuments(base, order('dabc'), order('adbc'));
    expect(keysOf(both.document)).toBe('adbc');
    expect(both.collisions).toEqual([{ at: 'columns/d', mine: null, theirs: 'a', isPlace: true }]);
    const gone = mergeDocuments(base, order('abc'), { columns: [...'abcd'].map((key) => ({ key, width: 9 })) });
    expect(gone.collisions).toEqual([{ at: 'columns/d', theirs: { key: 'd', width: 9 } }]);
  });
});

/** Where edits are in conflict and stand all the same. */
function contested({ document, report }: Folded): readonly string[] {
  return report.flatMap(({ outcome, operation }) => {
    if (outcome.status !== 'conflict' || outcome.winner !== 'edit') return [];
    const at = isJsonObject(operation) && operation.op === 'set' ? String(operation.at) : undefined;
    const place = at === undefined ? undefined : locate(document, parseKeyPath(at) ?? []);
    return place?.found === true ? [formatKeyPath(place.path)] : [];
  });
}

describe('a layer that somebody goes on editing', { timeout: isDeep ? 600_000 : 60_000 }, () => {
  const layerOf = (operations: readonly LayerOperation[]): Layer => ({
    level: 'org',
    name: 'org',
    basedOn: '',
    operations,
  });

  it('makes the document of what lies below, and keeps every edit that only sleeps', () => {
    fc.assert(
      fc.property(anyPage, gestures, gestures, gestures, (page, hands, changes, further) => {
        const layer = layerOf(diffDocuments(page, edited(page, hands)));
        const below = changes.reduce(changeOf, page);
        const { document, report } = foldLayers(below, [layer]);
        const wanted = edited(document, further);
        const operations = remakeLayer(layer, report, below, wanted);
        const again = foldLayers(below, [layerOf(operations)]).document;
        // All of what somebody wrote but what no edit may say.
        for (const { code } of unkeptFaults(wanted, again))
          expect(['E_LAYER_FIXED', 'E_SCHEMA_DUPLICATE']).toContain(code);
        if (unkeptFaults(wanted, again).length === 0) expect(again).toEqual(wanted);
        expect(new Set(operations.map(({ key }) => key)).size).toBe(operations.length);
        for (const [index, { outcome }] of report.entries())
          if (outcome.status === 'asleep') expect(operations).toContainEqual(layer.operations[index]);
      }),
      runs,
    );
  });

  it('is in conflict as before while nobody gives those places another value', () => {
    fc.assert(
      fc.property(anyPage, gestures, gestures, (page, hands, changes) => {
        const layer = layerOf(diffDocuments(page, edited(page, hands)));
        const below = changes.reduce(changeOf, page);
        const before = foldLayers(below, [layer]);
        const after = foldLayers(below, [layerOf(remakeLayer(layer, before.report, below, before.document))]);
        expect(after.document).toEqual(before.document);
        expect(contested(after)).toEqual(expect.arrayContaining([...contested(before)]));
      }),
      runs,
    );
  });
});
