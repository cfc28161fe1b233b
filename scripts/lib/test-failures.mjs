/**
 * What is to be looked into after a part of the tests: `{ file, name, error, isRepeated }` of every test that failed, and
 * of every one that passed only when repeated.
 */

/** Those in a report of Vitest; a file that could not run, or whose clearing up failed, stands for itself. */
export function vitestFailures(report, root) {
  return report.testResults.flatMap((file) => {
    const place = file.name.replace(`${root}/`, '');
    const told = file.assertionResults
      .filter((test) => test.status === 'failed' || (test.status === 'passed' && test.failureMessages?.length > 0))
      .map((test) => ({
        file: place,
        name: test.fullName,
        error: errorOfTest(test),
        isRepeated: test.status === 'passed',
      }));
    const isBroken = file.status === 'failed' && told.every((test) => test.isRepeated);
    return isBroken
      ? [{ file: place, name: '(the file)', error: file.message ?? '', isRepeated: false }, ...told]
      : told;
  });
}

/** What its error says; of a test out of time the report has a placeholder in the place of words. */
function errorOfTest({ failureMessages = [], duration }) {
  const [error = ''] = failureMessages;
  return error.replace(/^Error: STACK_TRACE_ERROR/, `timed out after ${Math.round(duration)} ms`);
}

/** Those in a report of Playwright; errors outside of tests come first. */
export function playwrightFailures({ suites, errors }) {
  const outside = errors.map((error) => ({
    file: error.location?.file ?? '',
    name: '(outside of tests)',
    error: errorText(error),
    isRepeated: false,
  }));
  return [...outside, ...suites.flatMap((suite) => ofSuite(suite, []))];
}

function ofSuite(suite, names) {
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === 'unexpected' || test.status === 'flaky')
      .map((test) => ({
        file: `${spec.file}:${spec.line}`,
        name: [...names, spec.title].join(' '),
        error: (test.results.find((result) => result.errors.length > 0)?.errors ?? []).map(errorText).join('\n'),
        isRepeated: test.status === 'flaky',
      })),
  );
  // The outermost suite is named after the file.
  const inner = (suite.suites ?? []).flatMap((child) => ofSuite(child, [...names, child.title]));
  return [...own, ...inner];
}

const errorText = (error) => error.message ?? error.value ?? '';

const linesOfError = 6;
const linesInAll = 40;

/**
 * A list of them for the end of the output, the failed ones first: who reads only the end has it whole. Of their errors
 * there are a few lines each, and none of those for which no room is left.
 */
export function failureLines(parts) {
  const all = parts.flatMap(({ name, failures = [] }) => failures.map((failure) => ({ part: name, ...failure })));
  const ordered = [...all.filter((one) => !one.isRepeated), ...all.filter((one) => one.isRepeated)];
  const named = ordered.slice(0, linesInAll);
  let left = linesInAll - named.length;
  const lines = named.flatMap(({ part, file, name, error, isRepeated }) => {
    const said = errorLines(error).slice(0, Math.min(linesOfError, left));
    left -= said.length;
    return [`${isRepeated ? 'repeated' : 'FAILED  '} ${part} ${file} › ${name}`, ...said.map((line) => `    ${line}`)];
  });
  return ordered.length > named.length ? [...lines, `… and ${ordered.length - named.length} more`] : lines;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are told by control characters
const colours = /\u001b\[[0-9;]*m/g;

/** What an error says, without colours, empty lines and the places it went through outside the product. */
function errorLines(error) {
  return error
    .replaceAll(colours, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s*at .*(?:node_modules|node:|<anonymous>)/.test(line))
    .map((line) => (line.length > 300 ? `${line.slice(0, 300)}…` : line));
}
