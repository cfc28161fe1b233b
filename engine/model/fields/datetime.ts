import { modelText } from '../texts/model-text.ts';
import { isDay } from '../time/calendar-day.ts';
import { faulty } from './kind/check-outcome.ts';
import type { FieldType, ValueCheck } from './kind/field-type.ts';
import { timeType } from './kind/time-value.ts';

/** A moment, ISO 8601 in UTC. */
export const datetime: FieldType = {
  ...timeType,
  kind: 'moment',
  check: (raw, field, options) => checkMoment(raw, field, options),
};

const checkMoment: ValueCheck = (raw, field, { now }) => {
  if (typeof raw !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(raw) || !/(Z|[+-]\d\d:?\d\d)$/.test(raw)) {
    return faulty('E_INPUT_TYPE', modelText('model.value.moment'), raw);
  }
  const time = Date.parse(raw);
  // The 30th of February would become the 2nd of March.
  if (!Number.isFinite(time) || !isDay(raw.slice(0, 10)))
    return faulty('E_INPUT_TYPE', modelText('model.value.moment'), raw);
  if (field.future === true && time <= Date.parse(now)) return faulty('E_INPUT_FUTURE');
  return { value: new Date(time).toISOString() };
};
