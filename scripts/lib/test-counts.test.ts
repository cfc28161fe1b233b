import { describe, expect, it } from 'vitest';
import { countPlaywright, countVitest, judgePart, partLine, sumCounts, summaryLine } from './test-counts.mjs';

const vitestReport = (testResults: unknown[], figures = {}) => ({
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults,
  ...figures,
});

describe('counts of a Vitest report', () => {
  it('are those of its tests', () => {
    const figures = { numPassedTests: 7, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 };
    const file = { status: 'failed', assertionResults: [{ status: 'failed' }] };

    expect(countVitest(vitestReport([file], figures))).toEqual({ passed: 7, failed: 1, skipped: 3, repeated: 0 });
  });

  it('take a file that could not run for one failure', () => {
    const file = { status: 'failed', assertionResults: [] };

    expect(countVitest(vitestReport([file]))).toEqual({ passed: 0, failed: 1, skipped: 0, repeated: 0 });
  });

  it('take a file whose clearing up failed for one failure', () => {
    const file = { status: 'failed', assertionResults: [{ status: 'passed' }] };

    expect(countVitest(vitestReport([file], { numPassedTests: 1 }))).toEqual({
      passed: 1,
      failed: 1,
      skipped: 0,
      repeated: 0,
    });
  });

  it('name the tests that passed only when repeated', () => {
    const assertionResults = [
      { status: 'passed', failureMessages: [] },
      { status: 'passed', failureMessages: ['too early'] },
      { status: 'failed', failureMessages: ['wrong', 'wrong'] },
    ];

    const counts = countVitest(
      vitestReport([{ status: 'failed', assertionResults }], { numPassedTests: 2, numFailedTests: 1 }),
    );

    expect(counts).toEqual({ passed: 2, failed: 1, skipped: 0, repeated: 1 });
    expect(partLine('unit', counts)).toBe('unit       2 passed, 1 failed (1 of them when repeated)');
  });
});

describe('counts of a Playwright report', () => {
  it('take errors outside tests for failures, and name the tests that passed only when repeated', () => {
    const report = { stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 2 }, errors: [{ message: 'set-up' }] };

    expect(countPlaywright(report)).toEqual({ passed: 6, failed: 2, skipped: 2, repeated: 1 });
  });
});

describe('a part of the tests', () => {
  it('has failed when it left no report', () => {
    expect(judgePart(0, undefined)).toEqual({ passed: 0, failed: 1, skipped: 0, repeated: 0 });
  });

  it('has failed when it ran no test', () => {
    expect(judgePart(0, { passed: 0, failed: 0, skipped: 3, repeated: 0 }).failed).toBe(1);
  });

  it('has failed when it ended badly although all its tests passed', () => {
    expect(judgePart(1, { passed: 4, failed: 0, skipped: 0, repeated: 0 })).toEqual({
      passed: 4,
      failed: 1,
      skipped: 0,
      repeated: 0,
    });
  });

  it('keeps its counts otherwise', () => {
    expect(judgePart(1, { passed: 4, failed: 2, skipped: 0, repeated: 0 })).toEqual({
      passed: 4,
      failed: 2,
      skipped: 0,
      repeated: 0,
    });
    expect(judgePart(0, { passed: 4, failed: 0, skipped: 1, repeated: 0 })).toEqual({
      passed: 4,
      failed: 0,
      skipped: 1,
      repeated: 0,
    });
  });
});

describe('the last line', () => {
  it('adds up all parts', () => {
    const parts = [
      { passed: 4, failed: 0, skipped: 0, repeated: 0 },
      { passed: 3, failed: 2, skipped: 0, repeated: 1 },
    ];

    expect(summaryLine(sumCounts(parts))).toBe('7 passed, 2 failed');
  });

  it('names skipped tests only where there are any', () => {
    expect(summaryLine({ passed: 1, failed: 0, skipped: 2 })).toBe('1 passed, 0 failed, 2 skipped');
  });
});
