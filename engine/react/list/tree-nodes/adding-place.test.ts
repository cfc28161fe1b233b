import { expect, it } from 'vitest';
import { addingPlace } from './adding-place.ts';

const row = (id: string, depth: number) => ({ record: { id, version: 1 }, depth });
const rows = [row('a', 0), row('b', 1), row('c', 2), row('d', 1), row('e', 0), row('f', 0)];

it.each([
  ['at the top, behind everything', undefined, { at: 6, depth: 0 }],
  ['behind the last below it, however deep', 'a', { at: 4, depth: 1 }],
  ['behind what is below a node inside', 'b', { at: 3, depth: 2 }],
  ['right below one that has nothing below it', 'e', { at: 5, depth: 1 }],
  ['below the last row', 'f', { at: 6, depth: 1 }],
  ['nowhere, where the node is not in sight', 'x', undefined],
] as const)('adds %s', (_where, parent, place) => {
  expect(addingPlace(rows, parent)).toEqual(place);
});
