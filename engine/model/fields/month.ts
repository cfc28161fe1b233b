import { isFirstOfMonth } from '../time/calendar-day.ts';
import { faulty } from './kind/check-outcome.ts';
import type { FieldType } from './kind/field-type.ts';
import { timeType } from './kind/time-value.ts';

/** A month of the calendar, kept as its first day: whatever is asked of days can be asked of it. */
export const month: FieldType = {
  ...timeType,
  kind: 'day',
  isMonth: true,
  check: (raw) =>
    typeof raw === 'string' && isFirstOfMonth(raw)
      ? { value: raw }
      : faulty('E_INPUT_TYPE', '月份（该月第一天，YYYY-MM-01）', raw),
};
