import { expect, it } from 'vitest';
import { byParent, treeRows } from './tree-rows.ts';

const row = (id: string, parentId: string | null = null) => ({ id, version: 1, parentId });

it('puts loaded rows below their nodes, level by level', () => {
  const below = new Map([
    ['a', { rows: [row('b', 'a')], isBounded: false }],
    ['b', { rows: [row('c', 'b')], isBounded: false }],
  ]);
  expect(treeRows([row('a'), row('z')], below)).toEqual([
    { ...row('a'), children: [{ ...row('b', 'a'), children: [row('c', 'b')] }] },
    row('z'),
  ]);
});

it('ends a branch that comes back to itself', () => {
  const below = new Map([['a', { rows: [row('a', 'a')], isBounded: false }]]);
  expect(treeRows([row('a')], below)).toEqual([{ ...row('a'), children: [] }]);
});

it('groups rows by the node above them, those of the top under nothing', () => {
  const groups = byParent([row('a'), row('b', 'a'), row('c', 'a')], 'parentId');
  expect([...groups].map(([id, rows]) => [id, rows.map((one) => one.id)])).toEqual([
    ['', ['a']],
    ['a', ['b', 'c']],
  ]);
});
