import { expect, it } from 'vitest';
import { withSharedParts } from './shared-parts.ts';

const sample = () => ({ title: 'a', columns: [{ key: 'name' }, { key: 'age', width: 80 }], page: { size: 20 } });

it('is what was before, where nothing changed', () => {
  const before = sample();
  expect(withSharedParts(sample(), before)).toBe(before);
});

it('keeps every part but those around what changed', () => {
  const before = sample();
  const after = sample();
  const shared = withSharedParts({ ...after, columns: [after.columns[0], { key: 'age', width: 90 }] }, before);
  expect(shared).toEqual({ ...sample(), columns: [{ key: 'name' }, { key: 'age', width: 90 }] });
  expect(shared.page).toBe(before.page);
  expect(shared.columns[0]).toBe(before.columns[0]);
  expect(shared.columns[1]).not.toBe(before.columns[1]);
});

it('tells what came, what went, and what is only absent from what was given', () => {
  expect(withSharedParts({ a: 1 }, { a: 1, b: 2 })).toEqual({ a: 1 });
  expect(withSharedParts<object>({ a: 1, b: undefined }, { a: 1, c: 2 })).toHaveProperty('b', undefined);
  expect(withSharedParts([1], [1, 2])).toEqual([1]);
  expect(withSharedParts([1, 2], [1])).toEqual([1, 2]);
  expect(withSharedParts<unknown>([], {})).toEqual([]);
  expect(withSharedParts<unknown>({}, [])).toEqual({});
});

it('knows a set by what it holds', () => {
  const before = { hidden: new Set(['a', 'b']) };
  expect(withSharedParts({ hidden: new Set(['b', 'a']) }, before)).toBe(before);
  for (const other of [['a'], ['a', 'c'], ['a', 'b', 'c']])
    expect([...withSharedParts({ hidden: new Set(other) }, before).hidden]).toEqual(other);
  expect(withSharedParts<unknown>(new Set(), {})).toEqual(new Set());
});

it('goes by identity where more than the properties may matter', () => {
  const at = new Date(0);
  const run = () => 1;
  const before = { names: new Map([['a', 1]]), at, run };
  const after = { names: new Map([['a', 2]]), at: new Date(1), run: () => 2 };
  const shared = withSharedParts(after, before);
  expect([shared.names, shared.at, shared.run]).toEqual([after.names, after.at, after.run]);
  expect(shared.names.get('a')).toBe(2);
  expect(withSharedParts({ at, run }, { at, run })).toEqual({ at, run });
});
