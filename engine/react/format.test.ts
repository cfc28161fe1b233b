import { afterEach, describe, expect, it } from 'vitest';
import { formatMeasure, formatMoney, formatSeconds } from './format.ts';
import { setFormats } from './formats.ts';
import { formatMoment, fromPicker, toPicker } from './time.ts';

afterEach(() => setFormats('zh-CN'));

describe('numbers as people read them', () => {
  it('shows cents as yuan', () => {
    expect(formatMoney(123_450)).toBe('¥1,234.50');
    expect(formatMoney(-50)).toBe('-¥0.50');
  });

  it('shows seconds as hours and minutes', () => {
    expect(formatSeconds(4800)).toBe('1小时20分');
    expect(formatSeconds(3600)).toBe('1小时');
    expect(formatSeconds(95)).toBe('1分35秒');
    expect(formatSeconds(0)).toBe('0秒');
  });

  it('shows a measure in its unit and a missing one as a dash', () => {
    expect(formatMeasure(1284, 'count')).toBe('1,284');
    expect(formatMeasure(12.34, 'percent')).toBe('12.3%');
    expect(formatMeasure(null, 'money')).toBe('—');
    expect(formatMeasure(95, 'minutes')).toBe('1小时35分');
    expect(formatMeasure(2.25, 'days')).toBe('2.3天');
    expect(formatMeasure(2.71499, 'ratio')).toBe('2.71');
  });
});

it.each([
  ['zh-CN', '1,284.5', '¥1,284.50', '2026-11-21 01:05'],
  ['zh-TW', '1,284.5', '¥1,284.50', '2026-11-21 01:05'],
  ['en-US', '1,284.5', '¥1,284.50', '11/21/2026 01:05'],
  ['pt-BR', '1.284,5', '¥ 1.284,50', '21/11/2026 01:05'],
])('writes numbers, sums and days as usual in %s', (language, number, money, moment) => {
  setFormats(language);

  expect(formatMeasure(1284.5, 'count')).toBe(number);
  expect(formatMoney(128_450).replace(/\s/, ' ')).toBe(money);
  expect(formatMoment('2026-11-20T17:05:00Z')).toBe(moment);
  expect(fromPicker(toPicker('2026-11-20T17:05:00.000Z'))).toBe('2026-11-20T17:05:00.000Z');
});
