import { expect, it } from 'vitest';
import type { EntityField } from '../../../model/documents/index.ts';
import { initialFilter } from './filter-initial.ts';

const of = (type: EntityField['type']) => ({ field: { key: 'x', title: 'x', type } });

it('makes of a value the condition its filter would', () => {
  expect(initialFilter(of('enum'), 'open')).toEqual({ op: 'in', value: ['open'] });
  expect(initialFilter(of('ref'), ['a', 'b'])).toEqual({ op: 'in', value: ['a', 'b'] });
  expect(initialFilter(of('bool'), false)).toEqual({ op: 'eq', value: false });
  expect(initialFilter(of('string'), '海国')).toEqual({ op: 'contains', value: '海国' });
  expect(initialFilter(of('money'), [100, 500])).toEqual({ op: 'between', value: [100, 500] });
  expect(initialFilter(of('int'), 3)).toEqual({ op: 'between', value: [3, 3] });
});

it('takes a period by its name, and a moment by its day in Shanghai', () => {
  expect(initialFilter(of('datetime'), 'thisWeek')).toEqual({ op: 'within', value: 'thisWeek' });
  expect(initialFilter(of('datetime'), '2026-11-20T17:00:00Z')).toEqual({
    op: 'between',
    value: ['2026-11-21', '2026-11-21'],
  });
});

it('makes nothing of nothing', () => {
  expect(initialFilter(of('enum'), null)).toBeUndefined();
});
