import { expect, it } from 'vitest';
import { nearMoment } from './near-moments.ts';

// A Sunday evening in Shanghai, which is Sunday still where the clock says 23:59, and Monday a minute later.
it.each([
  ['tomorrow', '2026-03-01T15:59:00Z', '2026-03-02T02:00:00.000Z'],
  ['tomorrow', '2026-03-01T16:00:00Z', '2026-03-03T02:00:00.000Z'],
  ['in3Days', '2026-03-01T15:59:00Z', '2026-03-04T02:00:00.000Z'],
  ['nextMonday', '2026-03-01T15:59:00Z', '2026-03-02T02:00:00.000Z'],
  ['nextMonday', '2026-03-01T16:00:00Z', '2026-03-09T02:00:00.000Z'],
] as const)('puts off to %s from %s', (name, now, moment) => {
  expect(nearMoment(name, now)).toBe(moment);
});
