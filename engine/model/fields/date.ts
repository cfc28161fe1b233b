import { modelText } from '../texts/model-text.ts';
import { isDay, isFirstOfMonth } from '../time/calendar-day.ts';
import { faulty } from './kind/check-outcome.ts';
import type { FieldType } from './kind/field-type.ts';
import { timeType } from './kind/time-value.ts';

/** A day of the calendar, `YYYY-MM-DD`. */
export const date: FieldType = {
  ...timeType,
  kind: 'day',
  check: (raw) =>
    typeof raw === 'string' && isDay(raw) ? { value: raw } : faulty('E_INPUT_TYPE', modelText('model.value.day'), raw),
};

/** A month of the calendar: the day that it begins with, so that whatever is asked of days can be asked of it. */
export const month: FieldType = {
  ...date,
  isMonth: true,
  check: (raw) =>
    typeof raw === 'string' && isFirstOfMonth(raw) ? { value: raw } : faulty('E_INPUT_TYPE', 'YYYY-MM-01', raw),
};
