import { describe, expect, it } from 'vitest';
import { boundsOfDay, dayOf, periodDays } from '../../model/time/index.ts';
import { formatMoment, fromPicker, toPicker } from './time.ts';

describe('time in Shanghai', () => {
  it('shows a moment as the wall clock there, whatever zone the browser is in', () => {
    expect(formatMoment('2026-11-20T17:05:00Z')).toBe('2026-11-21 01:05');
    expect(formatMoment('nonsense')).toBeUndefined();
  });

  it('takes a picked wall clock back to the same moment', () => {
    expect(fromPicker(toPicker('2026-11-20T17:05:00.000Z'))).toBe('2026-11-20T17:05:00.000Z');
    expect(fromPicker(null)).toBeNull();
  });

  it('cuts days at midnight there', () => {
    expect(dayOf('2026-11-20T15:59:59Z')).toBe('2026-11-20');
    expect(dayOf('2026-11-20T16:00:00Z')).toBe('2026-11-21');
    expect(boundsOfDay('2026-11-21')).toEqual({ from: '2026-11-20T16:00:00.000Z', to: '2026-11-21T15:59:59.999Z' });
  });

  it('begins weeks on Monday and ends months on their last day', () => {
    const sunday = '2026-11-22T12:00:00+08:00';
    expect(periodDays('today', sunday)).toEqual({ startDate: '2026-11-22', endDate: '2026-11-22' });
    expect(periodDays('thisWeek', sunday)).toEqual({ startDate: '2026-11-16', endDate: '2026-11-22' });
    expect(periodDays('thisMonth', sunday)).toEqual({ startDate: '2026-11-01', endDate: '2026-11-30' });
    expect(periodDays('last30Days', sunday)).toEqual({ startDate: '2026-10-24', endDate: '2026-11-22' });
    expect(periodDays('lastWeek', sunday)).toEqual({ startDate: '2026-11-09', endDate: '2026-11-15' });
    expect(periodDays('thisQuarter', sunday)).toEqual({ startDate: '2026-10-01', endDate: '2026-12-31' });
    expect(periodDays('thisYear', sunday)).toEqual({ startDate: '2026-01-01', endDate: '2026-12-31' });
  });

  it('counts back over the turn of the year', () => {
    const newYear = '2027-01-01T00:30:00+08:00';
    expect(periodDays('yesterday', newYear)).toEqual({ startDate: '2026-12-31', endDate: '2026-12-31' });
    expect(periodDays('lastMonth', newYear)).toEqual({ startDate: '2026-12-01', endDate: '2026-12-31' });
    expect(periodDays('lastWeek', newYear)).toEqual({ startDate: '2026-12-21', endDate: '2026-12-27' });
  });
});
