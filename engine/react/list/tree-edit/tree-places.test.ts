import { expect, it } from 'vitest';
import { dropPlace, isBelow, type KnownTree, placeNow, stepPlace } from './tree-places.ts';

const row = (id: string, parentId: string | null = null) => ({ id, version: 1, parentId });
const [a, b, c] = [row('a'), row('b'), row('c')];
const [b1, b2] = [row('b1', 'b'), row('b2', 'b')];
const tree = (over: Partial<KnownTree> = {}, isBounded = false): KnownTree => ({
  ...{ parent: 'parentId', isOrdered: true },
  below: new Map([
    ['', { rows: [a, b, c], isBounded: false }],
    ['b', { rows: [b1, b2], isBounded }],
  ]),
  ...over,
});

it('steps among siblings, below the one before, and behind the parent; not beyond the ends', () => {
  expect(stepPlace('up', b, tree())).toEqual({ parentId: null, before: 'a' });
  expect(stepPlace('up', a, tree())).toBeUndefined();
  expect(stepPlace('down', a, tree())).toEqual({ parentId: null, before: 'c' });
  expect(stepPlace('down', b, tree())).toEqual({ parentId: null, before: null });
  expect(stepPlace('down', c, tree())).toBeUndefined();
  expect(stepPlace('in', b2, tree())).toEqual({ parentId: 'b1', before: null });
  expect(stepPlace('in', b1, tree())).toBeUndefined();
  expect(stepPlace('out', b1, tree())).toEqual({ parentId: null, before: 'c' });
  expect(stepPlace('out', b, tree())).toBeUndefined();
});

it('goes nowhere where what comes next has not been read', () => {
  expect(stepPlace('down', b1, tree({}, true))).toBeUndefined();
  expect(dropPlace('after', b2, tree({}, true))).toBeUndefined();
  expect(dropPlace('after', b2, tree())).toEqual({ parentId: 'b', before: null });
});

it('only changes the parent where siblings have no order', () => {
  const plain = tree({ isOrdered: false });
  expect(stepPlace('up', b, plain)).toBeUndefined();
  expect(stepPlace('down', a, plain)).toBeUndefined();
  expect(dropPlace('before', b2, plain)).toEqual({ parentId: 'b', before: null });
});

it('knows where a row stands, and what is below it', () => {
  expect(placeNow(b1, tree())).toEqual({ parentId: 'b', before: 'b2' });
  expect(placeNow(c, tree())).toEqual({ parentId: null, before: null });
  expect(dropPlace('inside', c, tree())).toEqual({ parentId: 'c', before: null });
  expect([isBelow(b2, 'b', tree()), isBelow(b, 'b', tree()), isBelow(c, 'b', tree())]).toEqual([true, true, false]);
});
