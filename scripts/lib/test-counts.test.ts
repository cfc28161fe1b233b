import { describe, expect, it } from 'vitest';
import { countPlaywright, countVitest, judgePart, sumCounts, summaryLine } from './test-counts.mjs';

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

    expect(countVitest(vitestReport([file], figures))).toEqual({ passed: 7, failed: 1, skipped: 3 });
  });

  it('take a file that could not run for one failure', () => {
    const file = { status: 'failed', assertionResults: [] };

    expect(countVitest(vitestReport([file]))).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it('take a file whose clearing up failed for one failure', () => {
    const file = { status: 'failed', assertionResults: [{ status: 'passed' }] };

    expect(countVitest(vitestReport([file], { numPassedTests: 1 }))).toEqual({ passed: 1, failed: 1, skipped: 0 });
  });
});

describe('counts of a Playwright report', () => {
  it('take flaky tests and errors outside tests for failures', () => {
    const report = { stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 2 }, errors: [{ message: 'set-up' }] };

    expect(countPlaywright(report)).toEqual({ passed: 5, failed: 3, skipped: 2 });
  });
});

describe('a part of the tests', () => {
  it('has failed when it left no report', () => {
    expect(judgePart(0, undefined)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it('has failed when it ran no test', () => {
    expect(judgePart(0, { passed: 0, failed: 0, skipped: 3 }).failed).toBe(1);
  });

  it('has failed when it ended badly although all its tests passed', () => {
    expect(judgePart(1, { passed: 4, failed: 0, skipped: 0 })).toEqual({ passed: 4, failed: 1, skipped: 0 });
  });

  it('keeps its counts otherwise', () => {
    expect(judgePart(1, { passed: 4, failed: 2, skipped: 0 })).toEqual({ passed: 4, failed: 2, skipped: 0 });
    expect(judgePart(0, { passed: 4, failed: 0, skipped: 1 })).toEqual({ passed: 4, failed: 0, skipped: 1 });
  });
});

describe('the last line', () => {
  it('adds up all parts', () => {
    const parts = [
      { passed: 4, failed: 0, skipped: 0 },
      { passed: 3, failed: 2, skipped: 0 },
    ];

    expect(summaryLine(sumCounts(parts))).toBe('7 passed, 2 failed');
  });

  it('names skipped tests only where there are any', () => {
    expect(summaryLine({ passed: 1, failed: 0, skipped: 2 })).toBe('1 passed, 0 failed, 2 skipped');
  });
});
