import '../all-texts/all-texts.testing.ts';
import { describe, expect, it } from 'vitest';
import { weekdaysOnly } from '../time/work-calendar.ts';
import { attempts, forbidden, globals, inherited, many } from './escape-attempts.testing.ts';
import { evaluate, type Scope } from './evaluate.ts';
import { parseExpression } from './parse.ts';

const list = Object.entries(attempts).flatMap(([family, sources]) => sources.map((source) => ({ family, source })));

function newScope(): Scope {
  return {
    record: {
      text: 'plain',
      list: ['a', 'b'],
      long: `${many(' a', 50_000)}${many(' ', 100_000)}`,
      owner: { name: 'x' },
    },
    form: {},
    row: {},
    user: { id: 'u' },
    page: { name: 'p' },
    now: '2026-03-01T00:00:00.000Z',
    calendar: weekdaysOnly,
  };
}

/** Everything an escape would change: what the built-in prototypes and the global object hold. */
function snapshot(): readonly unknown[] {
  const prototypes = [Object, Array, String, Number, Boolean, Function, RegExp, Date, Promise].flatMap((made) => [
    made,
    made.prototype,
  ]);
  return [globalThis, ...prototypes].map((object) =>
    Reflect.ownKeys(object).map((key) => {
      const { value, get, set } = Object.getOwnPropertyDescriptor(object, key) ?? {};
      return [key, object === globalThis ? undefined : value, get, set];
    }),
  );
}

function isData(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isData);
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

describe('attempts to escape', () => {
  it('are at least three hundred, in every family', () => {
    expect(new Set(list.map((attempt) => attempt.source)).size).toBeGreaterThanOrEqual(300);
    for (const [family, sources] of Object.entries(attempts)) expect(sources.length, family).toBeGreaterThan(4);
  });

  it.each(Object.entries(attempts))(
    '%s: refused in place or answered with plain data, soon, leaving no trace',
    (_, sources) => {
      const [before, scope, untouched] = [snapshot(), newScope(), newScope()];
      for (const source of sources) {
        const start = performance.now();
        const outcome = parseExpression(source);
        if (outcome.ok) {
          const value = evaluate(outcome.expression, scope);
          expect(isData(value), source).toBe(true);
        } else {
          expect(outcome.expected, source).not.toBe('');
          expect(outcome.expectedEn, source).not.toBe('');
          expect(outcome.offset, source).toBeGreaterThanOrEqual(0);
          expect(outcome.offset, source).toBeLessThanOrEqual(source.length);
        }
        expect(performance.now() - start, source).toBeLessThan(500);
      }
      expect(scope).toEqual(untouched);
      expect(snapshot()).toEqual(before);
    },
  );

  it.each([
    ...forbidden.map((name) => `record.${name}`),
    ...globals.filter((name) => name !== 'this').map((name) => `${name}.env`),
    ...[
      'eval("1")',
      'record["text"]',
      'record?.text',
      'record.list.map(x, x)',
      'has(record.text)',
      "record.text.matches('a')",
      '1 % 2',
    ],
  ])('refuses %s', (source) => {
    expect(parseExpression(source)).toMatchObject({ ok: false });
  });

  it.each(inherited.map((name) => `record.text.${name}`))('finds nothing at %s', (source) => {
    const outcome = parseExpression(source);
    expect(outcome.ok && evaluate(outcome.expression, newScope())).toBe(null);
  });
});
