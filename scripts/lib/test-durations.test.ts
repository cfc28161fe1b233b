import { expect, it } from 'vitest';
import { playwrightDurations, seconds, slowestLines, vitestDurations } from './test-durations.mjs';

it('reads how long files took, in the report of Vitest and of Playwright', () => {
  expect(
    vitestDurations({ testResults: [{ name: '/here/a.test.ts', startTime: 1000, endTime: 4500 }] }, '/here'),
  ).toEqual([{ file: 'a.test.ts', ms: 3500 }]);
  const result = (duration: number) => ({ duration });
  const inner = { specs: [{ tests: [{ results: [result(200), result(300)] }] }] };
  const suite = { file: 'b.e2e.ts', specs: [{ tests: [{ results: [result(1000)] }] }], suites: [inner] };
  expect(playwrightDurations({ suites: [suite] })).toEqual([{ file: 'b.e2e.ts', ms: 1500 }]);
});

it('lists the slowest of all parts first', () => {
  const parts = [
    { name: 'unit', durations: [{ file: 'a', ms: 900 }] },
    { name: 'build' },
    {
      name: 'e2e',
      durations: [
        { file: 'b', ms: 61_000 },
        { file: 'c', ms: 5000 },
      ],
    },
  ];
  expect(slowestLines(parts, 2)).toEqual(['slow     1 min 1 s  e2e b', 'slow         5 s  e2e c']);
});

it('says times as people do', () => {
  expect([400, 59_400, 60_000, 754_000].map(seconds)).toEqual(['0 s', '59 s', '1 min 0 s', '12 min 34 s']);
});
