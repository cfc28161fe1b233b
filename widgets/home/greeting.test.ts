import { expect, it } from 'vitest';
import { greetingAt } from './greeting.ts';

it.each([
  ['2026-11-24T16:30:00Z', '夜深了', '11月25日星期三'],
  ['2026-11-25T00:59:00Z', '上午好', '11月25日星期三'],
  ['2026-11-25T03:00:00Z', '中午好', '11月25日星期三'],
  ['2026-11-25T05:00:00Z', '下午好', '11月25日星期三'],
  ['2026-11-25T15:59:00Z', '晚上好', '11月25日星期三'],
])('greets at %s', (moment, words, day) => {
  expect(greetingAt(new Date(moment))).toEqual({ words, day });
});
