import { describe, expect, it } from 'vitest';
import { failureLines, playwrightFailures, vitestFailures } from './test-failures.mjs';

describe('failures of a Vitest report', () => {
  it('are its failed tests and those that passed only when repeated', () => {
    const assertionResults = [
      { status: 'passed', fullName: 'pool claims', failureMessages: [] },
      { status: 'failed', fullName: 'pool drops', failureMessages: ['wrong', 'wrong again'] },
      { status: 'passed', fullName: 'pool counts', failureMessages: ['too early'] },
      { status: 'failed', fullName: 'pool waits', failureMessages: ['Error: STACK_TRACE_ERROR\n  at'], duration: 20.4 },
    ];

    expect(
      vitestFailures(
        { testResults: [{ name: '/project/server/pool.test.ts', status: 'failed', assertionResults }] },
        '/project',
      ),
    ).toEqual([
      { file: 'server/pool.test.ts', name: 'pool drops', error: 'wrong', isRepeated: false },
      { file: 'server/pool.test.ts', name: 'pool counts', error: 'too early', isRepeated: true },
      { file: 'server/pool.test.ts', name: 'pool waits', error: 'timed out after 20 ms\n  at', isRepeated: false },
    ]);
  });

  it('are files that could not run, or whose clearing up failed', () => {
    const assertionResults = [{ status: 'passed', fullName: 'fine', failureMessages: [] }];
    const testResults = [
      { name: '/project/a.test.ts', status: 'failed', message: 'cannot be read', assertionResults: [] },
      { name: '/project/b.test.ts', status: 'failed', message: 'still held', assertionResults },
      { name: '/project/c.test.ts', status: 'passed', message: '', assertionResults },
    ];

    expect(vitestFailures({ testResults }, '/project')).toEqual([
      { file: 'a.test.ts', name: '(the file)', error: 'cannot be read', isRepeated: false },
      { file: 'b.test.ts', name: '(the file)', error: 'still held', isRepeated: false },
    ]);
  });
});

describe('failures of a Playwright report', () => {
  it('are unexpected and repeated tests, in whatever group, and errors outside of tests', () => {
    const spec = (title: string, status: string, messages: string[]) => ({
      title,
      file: 'leads.e2e.ts',
      line: 7,
      tests: [{ status, results: messages.map((message) => ({ errors: message === '' ? [] : [{ message }] })) }],
    });
    const suites = [
      {
        title: 'leads.e2e.ts',
        specs: [spec('is fine', 'expected', ['']), spec('is not seen', 'unexpected', ['no row', 'no row again'])],
        suites: [{ title: 'a leader', specs: [spec('hands over', 'flaky', ['too early', ''])] }],
      },
    ];

    expect(playwrightFailures({ suites, errors: [{ message: 'no server' }] })).toEqual([
      { file: '', name: '(outside of tests)', error: 'no server', isRepeated: false },
      { file: 'leads.e2e.ts:7', name: 'is not seen', error: 'no row', isRepeated: false },
      { file: 'leads.e2e.ts:7', name: 'a leader hands over', error: 'too early', isRepeated: true },
    ]);
  });
});

describe('the list of failures', () => {
  const failure = (name: string, error: string, isRepeated = false) => ({ file: 'a.test.ts', name, error, isRepeated });

  it('is empty when all is well', () => {
    expect(failureLines([{ name: 'unit', failures: [] }, { name: 'build' }])).toEqual([]);
  });

  it('names the failed ones first, with what their errors say', () => {
    const parts = [
      { name: 'unit', failures: [failure('waits', 'too early', true)] },
      {
        name: 'server',
        failures: [
          failure(
            'adds',
            '\u001b[31mexpected 1\u001b[39m\n\nto be 2\n    at node_modules/vitest/run.js:1\n    at a.test.ts:3',
          ),
        ],
      },
    ];

    expect(failureLines(parts)).toEqual([
      'FAILED   server a.test.ts › adds',
      '    expected 1',
      '    to be 2',
      '        at a.test.ts:3',
      'repeated unit a.test.ts › waits',
      '    too early',
    ]);
  });

  it('is not longer than what is read of the output', () => {
    const long = Array.from({ length: 30 }, (_, line) => `line ${line}`).join('\n');
    const many = (count: number) =>
      failureLines([{ name: 'server', failures: Array.from({ length: count }, (_, n) => failure(`test ${n}`, long)) }]);

    expect(many(2)).toHaveLength(14);
    expect(many(10)).toHaveLength(40);
    expect(many(10).filter((line) => line.startsWith('FAILED'))).toHaveLength(10);
    expect(many(300)).toHaveLength(41);
    expect(many(300).at(-1)).toBe('… and 260 more');
  });
});
