import { expect, it } from 'vitest';
import { greetingAt } from './greeting.ts';

it.each([
  ['2026-11-24T16:30:00Z', 'night', '11月25日星期三'],
  ['2026-11-25T00:59:00Z', 'morning', '11月25日星期三'],
  ['2026-11-25T03:00:00Z', 'noon', '11月25日星期三'],
  ['2026-11-25T05:00:00Z', 'afternoon', '11月25日星期三'],
  ['2026-11-25T15:59:00Z', 'evening', '11月25日星期三'],
])('greets at %s', (moment, time, day) => {
  expect(greetingAt(new Date(moment))).toEqual({ time, day });
});
