import { afterEach, describe, expect, it } from 'vitest';
import { axisText, shortDay } from '../dashboard/chart/axis-text.ts';
import { dayTitle, monthTitle, weekdays, weekTitle } from '../list/calendar/day-words.ts';
import { bucketText } from './bucket-text.ts';
import { formatMeasure, formatMoney, formatSeconds } from './format.ts';
import { setFormats } from './formats.ts';
import { formatMoment, fromPicker, monthFormats, toPicker } from './time.ts';

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

it.each([
  ['zh-CN', '1小时20分', '2.5天', '¥1.2万', '11-20', '周五', '2026 年第 4 季度', '2026-11', '2026-11-20 09:00'],
  ['zh-TW', '1 小時 20 分鐘', '2.5 天', '¥1.2萬', '11-20', '週五', '2026 年第 4 季', '2026-11', '2026-11-20 09:00'],
  ['en-US', '1 hr 20 min', '2.5 days', '¥12.3K', '11/20', 'Fri', '2026 Q4', '11/2026', '11/20/2026 09:00'],
  ['pt-BR', '1 h 20 min', '2,5 dias', '¥12,3 mil', '20/11', 'sex.', '4º trim. de 2026', '11/2026', '20/11/2026 09:00'],
])('names units and stretches of time in %s', (language, time, days, money, day, weekday, quarter, month, hour) => {
  setFormats(language);
  const plain = (text: string) => text.replace(/\s/g, ' ');

  expect(plain(formatSeconds(4800))).toBe(time);
  expect(plain(formatMeasure(2.5, 'days'))).toBe(days);
  expect(plain(axisText(1_234_500, 'money'))).toBe(money);
  expect(shortDay({ key: '2026-11-20', name: '2026-11-20' })).toBe(day);
  expect(bucketText('dayOfWeek', '5')).toBe(weekday);
  expect(bucketText('quarter', '2026-Q4')).toBe(quarter);
  expect(bucketText('month', '2026-11')).toBe(month);
  expect(bucketText('hour', '2026-11-20 09')).toBe(hour);
});

it.each([
  ['zh-CN', '周一', '11月20日 周五', '2026年11月', '2026年12月28日 – 2027年1月3日'],
  ['zh-TW', '週一', '11月20日 週五', '2026年11月', '2026年12月28日 – 2027年1月3日'],
  ['en-US', 'Mon', 'Nov 20 Fri', 'November 2026', 'Dec 28, 2026 – Jan 3, 2027'],
  ['pt-BR', 'seg.', '20 de nov. sex.', 'novembro de 2026', '28 de dez. de 2026 – 3 de jan. de 2027'],
])('names the days of a calendar in %s', (language, monday, day, month, week) => {
  setFormats(language);

  expect(weekdays()[0]).toBe(monday);
  expect(dayTitle('2026-11-20')).toBe(day);
  expect(monthTitle('2026-11-20')).toBe(month);
  expect(monthFormats()[0]).toBe(language.startsWith('zh') ? 'YYYY年M月' : 'MM/YYYY');
  expect(weekTitle(['2026-12-28', '2027-01-03']).replace(/\s/g, ' ')).toBe(week);
});
