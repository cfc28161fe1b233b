import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json/json.ts';
import { diffDocuments } from './diff.ts';
import { isFixedName, keepFixed } from './fixed-properties.ts';
import { foldLayers } from './fold.ts';
import { isBoundedJson } from './json-values.ts';
import type { LayerLevel, LayerOperation } from './layer.ts';
import { settledOperation } from './settle.ts';
import { unkeptFaults } from './unkept.ts';

/* Each guard of the layers by itself: what the many edits drawn at random meet too seldom. */

const layer = (level: LayerLevel, operation: LayerOperation) => ({
  ...{ level, name: level, basedOn: 'r1' },
  operations: [operation],
});

describe('what is fixed', () => {
  it.each([
    ...['permission', 'api', 'entity', 'path', 'name', 'scope', 'filter', 'kind'],
    ...['key', 'formerKeys', 'schemaVersion', '$schema', 'extends', 'omit'],
  ])('is put back as it was: %s', (name) => {
    expect(isFixedName(name)).toBe(true);
    const { value } = keepFixed({ [name]: 'mine', title: '改' }, [{ [name]: 'shipped', title: '原' }], []);
    expect(value).toEqual({ [name]: 'shipped', title: '改' });
  });

  it('is told where it was to be another, but for keys, which whoever edits before a renaming cannot know', () => {
    const mine = { key: 'old', formerKeys: ['older'], permission: 'x' };
    const { value, kept } = keepFixed(mine, [{ key: 'new', formerKeys: ['old'], permission: 'y' }], ['row', 'new']);
    expect(value).toEqual({ key: 'new', formerKeys: ['old'], permission: 'y' });
    expect(kept).toEqual([['row', 'new', 'permission']]);
  });

  const holding = [{ permission: 'a:b' }];
  it.each([
    ['other rights in it', [{ permission: '*' }], holding, holding, true],
    ['none where there were some', ['a'], holding, holding, true],
    ['some where there were none', holding, ['a'], ['a'], true],
    ['none at all', ['b'], ['a'], ['b'], false],
    ['the same', holding, holding, holding, false],
  ])('in a list whose items have no names lets nothing through: %s', (_, mine, shipped, expected, isTold) => {
    const { value, kept } = keepFixed(mine, [shipped], ['list']);
    expect(value).toEqual(expected);
    expect(kept).toEqual(isTold ? [['list']] : []);
  });

  it('follows one item that was renamed: another one of its former key is new, and may say what it likes', () => {
    const shipped = [{ key: 'new', formerKeys: ['old', 'older'], permission: 'p' }];
    const beside = [
      { key: 'new', permission: '*' },
      { key: 'old', permission: '*' },
    ];
    expect(keepFixed(beside, [shipped], []).value).toEqual([
      { key: 'new', formerKeys: ['old', 'older'], permission: 'p' },
      { key: 'old', permission: '*' },
    ]);
    const both = [
      { key: 'old', permission: '*' },
      { key: 'older', permission: '*' },
    ];
    expect(keepFixed(both, [shipped], []).value).toEqual([
      { key: 'new', formerKeys: ['old', 'older'], permission: 'p' },
      { key: 'older', permission: '*' },
    ]);
  });

  it('is that of the level below where the product ships none: a role gives itself no other right than the organisation gave', () => {
    const shipped: JsonObject = { name: 'books', kind: 'list' };
    const value = (permission: string) => ({ actions: [{ key: 'lend', permission }] });
    const { document, report } = foldLayers(shipped, [
      layer('org', { key: 'a', op: 'set', at: 'header', value: value('book:lend') }),
      layer('role', { key: 'b', op: 'set', at: 'header', value: value('*') }),
    ]);
    expect(document.header).toEqual(value('book:lend'));
    expect(report[1]?.outcome.status).toBe('conflict');
  });
});

it('nothing is moved behind itself', () => {
  const shipped: JsonObject = { columns: [{ key: 'a' }, { key: 'b' }, { key: 'c' }] };
  const { document, report } = foldLayers(shipped, [
    layer('org', { key: 'm', op: 'move', at: 'columns/a', after: 'a' }),
  ]);
  expect(document).toEqual(shipped);
  expect(report[0]?.outcome).toMatchObject({ status: 'refused' });
});

it('a difference never leads to a prototype', () => {
  const after: JsonObject = JSON.parse('{"title":"甲","__proto__":{"isAdmin":true}}');
  expect(diffDocuments({ title: '乙' }, after).map(({ at }) => at)).toEqual(['title']);
});

it('a value larger than any editor makes is none, however it is cut into lists', () => {
  const half = Array.from({ length: 60_000 }, () => 1);
  expect(isBoundedJson({ one: half })).toBe(true);
  expect(isBoundedJson({ one: half, other: half })).toBe(false);
});

describe('an edit that below is at odds with, once it is settled', () => {
  const edit: LayerOperation = { key: 'w', op: 'set', at: 'columns/a/width', value: 160, was: 120 };
  const conflict = { status: 'conflict', winner: 'edit', was: 120, below: 90, value: 160, kept: [] } as const;

  it('goes, or stays over what stands below by now', () => {
    expect(settledOperation(edit, conflict, 'shipped')).toBeUndefined();
    expect(settledOperation(edit, conflict, 'mine')).toEqual({ ...edit, was: 90 });
  });

  it('stays as it is where there was nothing to settle', () => {
    expect(settledOperation(edit, { status: 'applied' }, 'mine')).toBe(edit);
    expect(settledOperation(edit, { ...conflict, winner: 'below' }, 'mine')).toBe(edit);
  });
});

it('a key that stands twice is told where it stands, not as a property that is fixed', () => {
  const written = { columns: [{ key: 'a' }, { key: 'b' }, { key: 'a', width: 90 }] };
  const kept = { columns: [{ key: 'a' }, { key: 'b' }] };
  expect(unkeptFaults(written, kept)).toMatchObject([
    { code: 'E_SCHEMA_DUPLICATE', pointer: '/columns/2/key', got: 'a' },
  ]);
});
