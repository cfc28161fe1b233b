import { expect, it } from 'vitest';
import type { WorkbenchPerson } from './workbench-calls.ts';
import { afterHim, besideOf, withPassed, workbenchOrder } from './workbench-order.ts';

const person = (id: string): WorkbenchPerson => ({
  ...{ id, name: id, number: '', time: null, isLate: false, next: null, queue: 'due' },
});
const people = ['a', 'b', 'c'].map(person);
const ids = (order: readonly WorkbenchPerson[]) => order.map(({ id }) => id);

it('puts whoever was passed over at the end, the last one last', () => {
  const passed = withPassed(withPassed(withPassed([], 'a'), 'b'), 'a');
  expect(ids(workbenchOrder(people, passed))).toEqual(['c', 'b', 'a']);
});

it('forgets whoever is not to be called any more', () => {
  expect(ids(workbenchOrder(people, ['gone', 'a']))).toEqual(['b', 'c', 'a']);
});

it('goes on and back, no further than the ends', () => {
  expect(besideOf(people, 'a', 1)).toBe('b');
  expect(besideOf(people, 'a', -1)).toBe('a');
  expect(besideOf(people, 'c', 1)).toBe('c');
});

it('tells who follows', () => {
  expect(afterHim(people, 'a')).toEqual(['b', 'c']);
  expect(afterHim(people, 'c')).toEqual([]);
});
