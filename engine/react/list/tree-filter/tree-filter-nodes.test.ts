import { expect, it } from 'vitest';
import type { WireRecord } from '../../../model/wire/index.ts';
import { isWithin, linesOf, matching, placeAfter, placeOf, type TreeFilterNode } from './tree-filter-nodes.ts';

const node = (label: string, own: number, children: readonly TreeFilterNode[] = []): TreeFilterNode => {
  const record: WireRecord = { id: label, version: 1 };
  return { record, label, own, children, total: children.reduce((sum, child) => sum + (child.total ?? 0), own) };
};
const tree = [node('a', 1, [node('b', 2), node('c', 3, [node('d', 4)]), node('e', 5)]), node('f', 6)];
const lines = linesOf(tree, () => true);
const line = (label: string) => {
  const found = lines.find((one) => one.node.label === label);
  if (found === undefined) throw new RangeError(label);
  return found;
};

it('shows what hangs below open nodes only', () => {
  expect(lines.map(({ node: { label }, level }) => `${level}${label}`)).toEqual(['1a', '2b', '2c', '3d', '2e', '1f']);
  expect(linesOf(tree, (id) => id === 'a').map(({ node: { label } }) => label)).toEqual(['a', 'b', 'c', 'e', 'f']);
});

it('steps among siblings, below the one before, and out behind the parent', () => {
  expect(placeAfter('up', line('c'), lines)).toEqual({ parentId: 'a', before: 'b' });
  expect(placeAfter('up', line('b'), lines)).toBeUndefined();
  expect(placeAfter('down', line('b'), lines)).toEqual({ parentId: 'a', before: 'e' });
  expect(placeAfter('down', line('c'), lines)).toEqual({ parentId: 'a', before: null });
  expect(placeAfter('down', line('e'), lines)).toBeUndefined();
  expect(placeAfter('in', line('e'), lines)).toEqual({ parentId: 'c', before: null });
  expect(placeAfter('in', line('b'), lines)).toBeUndefined();
  expect(placeAfter('out', line('d'), lines)).toEqual({ parentId: 'a', before: 'e' });
  expect(placeAfter('out', line('e'), lines)).toEqual({ parentId: null, before: 'f' });
  expect(placeAfter('out', line('a'), lines)).toBeUndefined();
});

it('knows where a node stands, what is within it, and the way to what is looked for', () => {
  expect(placeOf(line('b'))).toEqual({ parentId: 'a', before: 'c' });
  expect(placeOf(line('f'))).toEqual({ parentId: null, before: null });
  expect(isWithin('d', line('a').node)).toBe(true);
  expect(isWithin('f', line('a').node)).toBe(false);
  expect(linesOf(matching(tree, 'D'), () => true).map(({ node: { label } }) => label)).toEqual(['a', 'c', 'd']);
});
