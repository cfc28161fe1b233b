import { seconds } from './test-durations.mjs';

/** Counts of one part of the tests: `{ passed, failed, skipped, repeated }`; repeated ones are among the passed. */
const nothing = { passed: 0, failed: 0, skipped: 0, repeated: 0 };

/** Counts in a report of Vitest; a file that could not run, or whose set-up failed, is one failure. */
export function countVitest(report) {
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
    repeated: report.testResults
      .flatMap((file) => file.assertionResults)
      .filter((test) => test.status === 'passed' && test.failureMessages?.length > 0).length,
  };
}

/** Counts in a report of Playwright; a test that passed only when repeated has passed, and is told of. */
export function countPlaywright({ stats, errors }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    repeated: stats.flaky,
  };
}

/**
 * What a part comes to, given its exit code and its report's counts. A part that left no report, ran no test, or
 * ended badly without a failed test, is one failure: silence is no success.
 */
export function judgePart(code, counts = nothing) {
  const ranNothing = counts.passed + counts.failed === 0;
  const endedBadly = code !== 0 && counts.failed === 0;
  return ranNothing || endedBadly ? { ...counts, failed: counts.failed + 1 } : counts;
}

/** Sum of the counts of all parts. */
export function sumCounts(parts) {
  return parts.reduce(
    (sum, part) => ({
      passed: sum.passed + part.passed,
      failed: sum.failed + part.failed,
      skipped: sum.skipped + part.skipped,
      repeated: sum.repeated + part.repeated,
    }),
    nothing,
  );
}

/** One part in a line, with the tests that passed only when repeated: each is to be looked into. */
export function partLine(name, outcome) {
  const repeated = outcome.repeated > 0 ? ` (${outcome.repeated} of them when repeated)` : '';
  const took = outcome.took === undefined ? '' : `, ${seconds(outcome.took)}`;
  return `${name.padEnd(10)} ${summaryLine(outcome)}${repeated}${took}`;
}

/** The last line of a test run. */
export function summaryLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
