/**
 * How long the tests of a file took: `{ file, ms }`. Loading the file and what runs before and after all of its tests,
 * such as the start of a server, is not in the reports and not counted.
 */

/** Those of a report of Vitest. */
export function vitestDurations(report, root) {
  return report.testResults.map(({ name, startTime, endTime }) => ({
    file: name.replace(`${root}/`, ''),
    ms: Math.max(0, endTime - startTime),
  }));
}

/** Those of a report of Playwright; a test that was repeated counts with all its runs. */
export function playwrightDurations({ suites }) {
  return suites.map((suite) => ({ file: suite.file, ms: durationOf(suite) }));
}

function durationOf({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration)));
  return [...own, ...suites.map(durationOf)].reduce((sum, ms) => sum + ms, 0);
}

/** The slowest files of all parts, `count` of them, slowest first. */
export function slowestLines(parts, count = 10) {
  const all = parts.flatMap(({ name, durations = [] }) => durations.map((each) => ({ part: name, ...each })));
  const slowest = all.toSorted((a, b) => b.ms - a.ms).slice(0, count);
  return slowest.map(({ part, file, ms }) => `slow     ${seconds(ms).padStart(7)}  ${part} ${file}`);
}

/** Milliseconds in words: minutes from one on. */
export function seconds(ms) {
  const total = Math.round(ms / 1000);
  return total < 60 ? `${total} s` : `${Math.floor(total / 60)} min ${total % 60} s`;
}
