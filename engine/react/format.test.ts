import { describe, expect, it } from 'vitest';
import { formatMeasure, formatMoney, formatSeconds } from './format.ts';

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
