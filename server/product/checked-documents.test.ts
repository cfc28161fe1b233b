import { expect, it } from 'vitest';
import type { ImplementedParts } from '../../engine/model/check/index.ts';
import { checkedDocuments } from './checked-documents.ts';

const shelf = (title: string) => ({
  file: 'entities/shelf.json',
  text: JSON.stringify({
    schemaVersion: 2,
    name: 'shelf',
    title,
    label: 'name',
    fields: [{ key: 'name', title: '名称', type: 'string' }],
    operations: ['query', 'view'],
    actions: [{ key: 'clear', title: '清空', permission: 'shelf:clear' }],
  }),
});
const parts = (...actions: string[]): ImplementedParts => ({
  actions: new Set(actions),
  wholeActions: new Set(),
  answers: new Set(),
});
const checked = (title: string, ...actions: string[]) =>
  checkedDocuments([shelf(title)], { base: [], widgets: [], implemented: () => parts(...actions) });

it('checks the same texts once for the same program', () => {
  expect(checked('书架', 'shelf.clear')).toBe(checked('书架', 'shelf.clear'));
});

it('checks again what is written otherwise', () => {
  const before = checked('书架', 'shelf.clear');
  const now = checked('书柜', 'shelf.clear');
  expect(before.documents.entities.get('shelf')?.title).toBe('书架');
  expect(now.documents.entities.get('shelf')?.title).toBe('书柜');
});

it('checks again for a program that implements something else', () => {
  const codes = (...actions: string[]) => checked('书架', ...actions).faults.map(({ code }) => code);
  const whole = codes('shelf.clear');
  expect(codes()).not.toEqual(whole);
  expect(codes('shelf.clear')).toEqual(whole);
});
