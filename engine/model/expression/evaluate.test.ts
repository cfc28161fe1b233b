import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { weekdaysOnly } from '../time/work-calendar.ts';
import { evaluate, type Scope } from './evaluate.ts';
import { parseExpression } from './parse.ts';

const run = (source: string, scope: Scope = {}) => {
  const outcome = parseExpression(source);
  if (!outcome.ok) throw new TypeError(`${source}: ${outcome.expectedEn}, got ${outcome.got}`);
  return evaluate(outcome.expression, scope);
};
const record = (values: Readonly<Record<string, unknown>>): Scope => ({ record: values });

describe('numbers', () => {
  it.each([
    ['0.1 + 0.2 == 0.3', true],
    ['1 / 3', 0.3333333333],
    ['2 / 3 * 3', 2.0000000001],
    ['1 / 0', null],
    ['round(2.5)', 3],
    ['round(-2.5)', -3],
    ['round(1.005 * 100)', 101],
    ['round(2 / 3 * 3)', 2],
    ['floor(-0.5)', -1],
    ['ceil(-0.5)', 0],
    ['abs(-3) + min(1, 2) * max(3, 4)', 7],
    ['min(null, 3)', 3],
    ['1000000000000000 * 1000000000000000', 1e30],
    ['-0', 0],
  ])('%s is %s', (source, expected) => {
    expect(run(source)).toBe(expected);
  });

  it('adds cents and shares them without losing one', () => {
    expect(run('round(record.price * record.rate / 100)', record({ price: 19_999, rate: 12.5 }))).toBe(2500);
  });
});

describe('texts', () => {
  it.each([
    ["size('😀王')", 2],
    ["lower('ÄbC') + upper('äbC')", 'ÄbcäBC'],
    ["trim(' \\t\u3000a b\\n')", 'a b'],
    ["endsWith('abc', 'bc') && endsWith('abc', '') && !endsWith('c', 'bc')", true],
    ["'\u{e000}' < '😀'", true],
    ["coalesce(null, 'x')", 'x'],
  ])('%s is %s', (source, expected) => {
    expect(run(source)).toBe(expected);
  });

  it('are cut after ten thousand characters when put together, never through one', () => {
    const made = run('record.long + record.long', record({ long: '😀'.repeat(9000) }));
    expect(made).toBe('😀'.repeat(10_000));
  });
});

describe('days and moments', () => {
  it.each([
    ["dayOf('2026-02-28T16:00:00Z')", '2026-03-01'],
    ["dayOf('2026-02-28T15:59:59.999Z')", '2026-02-28'],
    ["dayOf('2026-03-01')", null],
    ["daysBetween('2026-02-28', '2026-03-01')", 1],
    ["daysBetween('2026-03-01T15:59:00Z', '2026-03-01T16:01:00Z')", 1],
    ["daysBetween('2026-03-02', '2026-03-01T00:00:00Z')", -1],
    // The 20th of November 2026 is a Friday.
    ["addWorkDays('2026-11-20', 1)", '2026-11-23'],
    ["addWorkDays('2026-11-21', 1)", '2026-11-23'],
    ["addWorkDays('2026-11-22', -1)", '2026-11-20'],
    ["addWorkDays('2026-11-23', -1)", '2026-11-20'],
    ["addWorkDays('2026-11-20', 10)", '2026-12-04'],
    ["addWorkDays('2026-11-21', 0)", '2026-11-21'],
    ["addWorkDays('2026-11-20T17:30:00', 1) == '2026-11-23T17:30:00'", true],
    ["addWorkDays('2026-11-20T16:30:00Z', 1) == '2026-11-22T16:30:00Z'", true],
    ["addWorkDays('2026-11-20', 0.5)", '2026-11-23'],
    ["addWorkDays('2026-11-20', 40000)", null],
    ["addWorkDays('2026-11-20', null)", null],
    ["addWorkDays('9999-12-31', 1)", null],
    ["workDays('2026-11-20', '2026-11-23')", 1],
    ["workDays('2026-11-21', '2026-11-22T23:59:00')", 0],
    ["workDays('2026-11-23', '2026-11-16')", -5],
    ["workDays('2026-11-20T16:00:00Z', '2026-11-22T16:00:00Z')", 1],
    // Friday noon to Monday noon, and the same within one weekend.
    ["workTime('2026-11-20T12:00:00', '2026-11-23T12:00:00') == days(1)", true],
    ["workTime('2026-11-21T09:00:00', '2026-11-22T21:00:00')", 0],
    ["workTime('2026-11-23T00:00:00', '2026-11-06T18:00:00') == -(days(10) + hours(6))", true],
    ["workTime('2026-11-21', '2026-11-23T00:00:00')", null],
    // Friday noon and a day of work is Monday noon; from Monday on, five days end with the Friday.
    ["'2026-11-20T12:00:00' + workSpan('2026-11-20T12:00:00', days(1)) == '2026-11-23T12:00:00'", true],
    ["'2026-11-16T00:00:00' + workSpan('2026-11-16T00:00:00', days(5)) == '2026-11-21T00:00:00'", true],
    ["'2026-11-21T09:00:00' + workSpan('2026-11-21T09:00:00', days(7)) == '2026-12-02T00:00:00'", true],
    ["workSpan('2026-11-22T09:00:00', 0)", 0],
    ["workSpan('2026-11-20T12:00:00', -1)", 0],
    ["workSpan('2026-11-20', days(1))", null],
    ["momentText('2026-02-28T16:05:00Z')", '3月1日 00:05'],
    ["momentText('2026-03-01')", null],
    ["year('2025-12-31T16:00:00Z') * 100 + month('2025-12-31T16:00:00Z')", 202_601],
    ["'2026-02-28' + days(1)", '2026-03-01'],
    ["'2026-03-01' - days(1)", '2026-02-28'],
    ["'2026-03-01' + hours(25)", '2026-03-02'],
    ["days(1) + '2026-02-28T00:00:00Z'", '2026-03-01T00:00:00.000Z'],
    ["'2026-03-01' == '2026-02-28T16:00:00Z'", true],
    ["'2026-03-01T00:00:00+08:00' - '2026-02-28T16:00:00Z'", 0],
    ["'2026-03-01T08:00:00' == '2026-03-01T00:00:00Z'", true],
    ["'2026-02-30' + days(1)", null],
    ["'9999-12-31' + days(1)", null],
    ["'2026-01-01T00:00:00Z' + days(40000)", null],
  ])('%s is %s', (source, expected) => {
    expect(run(source)).toBe(expected);
  });
});

describe('a scope that is not what it should be', () => {
  const hostile = () => {
    const cyclic: unknown[] = [];
    cyclic.push(cyclic);
    const trap = () => {
      throw new Error('trapped');
    };
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    return {
      cyclic,
      proxy: new Proxy(
        { a: 1 },
        { get: trap, has: trap, ownKeys: trap, getOwnPropertyDescriptor: trap, getPrototypeOf: trap },
      ),
      revoked: revoked.proxy,
      get getter() {
        throw new Error('read');
      },
      huge: Number.MAX_VALUE,
      tiny: Number.MIN_VALUE,
      nan: Number.NaN,
      infinite: Number.POSITIVE_INFINITY,
      bigint: 10n ** 40n,
      small: 5n,
      symbol: Symbol('s'),
      code: () => 1,
      date: new Date('2026-03-01T00:00:00Z'),
      invalid: new Date(Number.NaN),
      sparse: new Array(4_000_000_000),
      boxed: Object('text'),
      map: new Map([['a', 1]]),
      nothing: undefined,
      [Symbol('key')]: 1,
    };
  };
  const names = Object.keys(Object.getOwnPropertyDescriptors(hostile()));

  it.each(names)('is read without an exception at %s', (name) => {
    const scope = record(hostile());
    for (const source of [
      'record.X',
      'record.X.a',
      'record.X == record.X',
      'record.X < 1',
      'record.X + record.X',
      'record.X * record.X / record.X',
      '-record.X',
      '!record.X',
      'record.X in [record.X]',
      '1 in record.X',
      'size(record.X)',
      'dayOf(record.X)',
      'days(record.X)',
      'now + record.X',
      'trim(record.X)',
      'round(record.X)',
      'record.X ? 1 : 2',
      'min(record.X, 1)',
      'daysBetween(record.X, now)',
      'coalesce(record.X, 1)',
      'record.X && true',
    ])
      expect(
        () => run(source.replaceAll('X', name), { ...scope, now: '2026-03-01T00:00:00Z', calendar: weekdaysOnly }),
        source,
      ).not.toThrow();
  });

  it('reads a date as its moment, a small bigint as a number, and what is no data as missing', () => {
    const scope = record(hostile());
    expect(run('record.date', scope)).toBe('2026-03-01T00:00:00.000Z');
    expect(run('record.small', scope)).toBe(5);
    for (const name of [
      'getter',
      'revoked',
      'proxy',
      'nan',
      'infinite',
      'bigint',
      'symbol',
      'code',
      'invalid',
      'sparse',
      'boxed',
      'map',
    ])
      expect(run(`record.${name}`, scope), name).toBe(null);
  });

  it('never makes evaluating throw, whatever values meet', () => {
    const sources = [
      'record.a + record.b',
      'record.a - record.b',
      'record.a * record.b',
      'record.a / record.b',
      'record.a < record.b',
      'record.a == record.b',
      'record.a in record.b',
      'record.a && record.b',
      'contains(record.a, record.b)',
      'min(record.a, record.b)',
      'daysBetween(record.a, record.b)',
      'size(record.a) + size(record.b)',
      'record.a.b.c',
      'now + days(record.a)',
      'dayOf(record.a) == record.b',
      'round(record.a) - ceil(record.b)',
      'record.a ? record.b : user.id',
      '[record.a, record.b]',
      'month(record.a)',
      'upper(trim(record.a))',
    ];
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSparseArray: true,
      withBoxedValues: true,
      withNullPrototype: true,
      withObjectString: true,
    });
    const timeLike = fc.constantFrom(
      '2026-03-01',
      '2026-13-45',
      '0000-01-01',
      '9999-12-31T23:59:59Z',
      '2026-03-01T00:00:00+99:99',
    );
    const value = fc.oneof(anything, fc.double(), timeLike);
    fc.assert(
      fc.property(fc.constantFrom(...sources), value, value, (source, a, b) => {
        const answer = run(source, { record: { a, b }, now: '2026-03-01T00:00:00Z', calendar: weekdaysOnly });
        expect(answer === undefined || Number.isNaN(answer)).toBe(false);
      }),
      { seed: 5, numRuns: process.env.TEST_DEPTH === 'deep' ? 20_000 : 2000 },
    );
  });

  it('never makes evaluating throw, whatever the scope itself is', () => {
    fc.assert(
      fc.property(
        fc.object({ key: fc.constantFrom('record', 'user', 'form', 'page', 'row', 'now', 'a', 'b') }),
        (scope) => {
          for (const source of ['record.a.b', 'user.a == form.b', 'now + days(1)', 'page.a in row.b'])
            expect(() => run(source, scope)).not.toThrow();
        },
      ),
      { seed: 6, numRuns: 500 },
    );
  });
});
