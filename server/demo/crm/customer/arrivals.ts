import type { Period } from '../company/organisation.ts';
import { day, isWeekend, startOfDay, workingHours } from '../values/calendar.ts';
import type { Random } from '../values/random.ts';

/** The span of so many days that ends with the running one. */
export function periodOf(days: number, now: number): Period {
  return { start: startOfDay(now) - (days - 1) * day, now };
}

/** When customers came, in order: more of them year by year, fewer at weekends, in working hours. */
export function* arrivals(count: number, period: Period, random: Random): Generator<number> {
  const weights = dayWeights(period);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let passed = 0;
  let made = 0;
  for (const [index, weight] of weights.entries()) {
    passed += weight;
    const due = index === weights.length - 1 ? count : Math.round((passed / total) * count);
    const hours = workingHours(period.start + index * day + day / 2, period.now);
    const today = due - made;
    for (let place = 0; place < today; place++) {
      yield Math.floor(hours.from + ((place + random.next()) / today) * (hours.to - hours.from - 1000));
    }
    made = due;
  }
}

function dayWeights({ start, now }: Period): readonly number[] {
  const days = Math.round((startOfDay(now) - start) / day) + 1;
  return Array.from({ length: days }, (_, index) => {
    const noon = start + index * day + day / 2;
    const growth = 0.7 + (0.6 * index) / days;
    const hours = workingHours(noon, now);
    const share = Math.max(0, hours.to - hours.from) / day;
    return growth * share * (isWeekend(noon) ? 0.55 : 1);
  });
}
