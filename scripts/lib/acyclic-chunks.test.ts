import { expect, it } from 'vitest';
import { circleIn } from './acyclic-chunks.ts';

it('finds a circle wherever it begins, and none where all ends', () => {
  const tree = new Map([
    ['a', ['b', 'c']],
    ['b', ['c']],
    ['c', []],
  ]);
  expect(circleIn(tree)).toBeUndefined();
  expect(circleIn(new Map([...tree, ['c', ['d']], ['d', ['b']]]))).toEqual(['b', 'c', 'd', 'b']);
  expect(circleIn(new Map([['a', ['a']]]))).toEqual(['a', 'a']);
});
