import { expect, it } from 'vitest';
import { mergedValues } from './merged-values.ts';

const high = { key: 'high', title: '高' };
const low = { key: 'low', title: '低', tone: 'blue' };

it('keeps what each of two changed, in the order of who moved, and mine where both changed one thing', () => {
  expect(
    mergedValues(
      [high, low],
      [
        { ...low, disabled: true },
        { ...high, title: '重要' },
      ],
      [{ ...high, title: '紧急', tone: 'red' }, low],
    ),
  ).toEqual([
    { key: 'low', title: '低', tone: 'blue', disabled: true },
    { key: 'high', title: '重要', tone: 'red' },
  ]);
});

it('makes two of what both added under one key', () => {
  const [mine, theirs] = [
    { key: 'x_2', title: '我的' },
    { key: 'x_2', title: '他的' },
  ];
  const merged = mergedValues([high], [high, mine], [high, theirs]);
  expect(merged.map(({ title }) => title).sort()).toEqual(['他的', '我的', '高']);
  expect(new Set(merged.map(({ key }) => key)).size).toBe(3);
  expect(merged.find(({ key }) => key === 'x_2')?.title).toBe('他的');
});

it('is what was saved once that is told back', () => {
  expect(mergedValues([high], [high, low], [high, low])).toEqual([high, low]);
});
