import { expect, it } from 'vitest';
import { columnLetters, firstPlan, mapped, missingFields, samplesOf, unusedColumns } from './import-plan.ts';

const field = (key: string, required = false) => ({ key, title: key, type: 'string' as const, required, choices: [] });
const plan = firstPlan(
  { id: '1', name: 'books.csv', kind: 'sheet', mime: 'text/csv', size: 10 },
  {
    header: ['书名', '作者', '备注'],
    rows: [
      ['园冶', '计成', ''],
      ['书谱', '计成', 'x'],
    ],
    mapping: { title: 0, author: 1 },
    remembered: false,
    fields: [field('title', true), field('author')],
    keys: [['title'], ['title', 'author']],
    weak: [],
    policies: ['skip', 'update', 'refuse'],
    undoable: true,
  },
);

it('begins with what was guessed and recognises rows by the first set of fields there is', () => {
  expect(plan).toMatchObject({ policy: 'skip', by: ['title'] });
  expect(unusedColumns(plan)).toEqual(['备注']);
  expect(samplesOf(plan.inspection, 1)).toEqual(['计成']);
});

it('tells required fields that lost their column, and recognises rows by nothing that is gone', () => {
  const without = mapped(plan, 'title', undefined);
  expect(without.by).toEqual([]);
  expect(missingFields(without).map(({ key }) => key)).toEqual(['title']);
  expect(missingFields({ ...without, policy: 'update' })).toEqual([]);
});

it('names columns as table programs do', () => {
  expect([0, 25, 26, 701].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'ZZ']);
});
