import '../all-texts/all-texts.testing.ts';
import { describe, expect, it } from 'vitest';
import { weekdaysOnly } from '../time/work-calendar.ts';
import { pathsRead } from './dependencies.ts';
import { evaluate, holds, type Scope } from './evaluate.ts';
import { parseExpression } from './parse.ts';

const run = (source: string, scope: Scope = {}) => {
  const outcome = parseExpression(source);
  if (!outcome.ok) throw new TypeError(`${outcome.expected}, got ${outcome.got}`);
  return evaluate(outcome.expression, scope);
};

describe('parsing', () => {
  it('says where an expression breaks and what was expected', () => {
    expect(parseExpression('record.a == && record.b')).toMatchObject({ ok: false, offset: 12 });
    expect(parseExpression('window.location')).toMatchObject({ ok: false, got: 'window', offset: 0 });
    expect(parseExpression('eval("1")')).toMatchObject({ ok: false, got: 'eval' });
    expect(parseExpression('size(record.a, 1)')).toMatchObject({ ok: false, expectedEn: '1 arguments for size' });
  });

  it.each([
    'record.__proto__',
    'record.constructor.name == "x"',
    'form.prototype',
    'record["a"]',
    '{"a": 1}.a',
    'record.map(x, x)',
    `${'('.repeat(60)}1${')'.repeat(60)} + ${Array.from({ length: 40 }, () => '-').join('')}1`,
    `"${'x'.repeat(3000)}" == "x"`,
  ])('refuses %.40s', (source) => {
    expect(parseExpression(source).ok).toBe(false);
  });

  it('lists the paths it reads below a root', () => {
    const outcome = parseExpression("record.a == 1 && (record.owner.name != '' || user.id in record.ids)");
    expect(outcome.ok && pathsRead(outcome.expression, 'record')).toEqual(['a', 'owner.name', 'ids']);
  });
});

describe('evaluating', () => {
  it('treats missing as null, and comparisons with null as unknown', () => {
    expect(run('record.a == null', { record: {} })).toBe(true);
    expect(run('record.a != null', { record: { a: 0 } })).toBe(true);
    expect(run("record.a == 'x'", { record: {} })).toBe(null);
    expect(run("!(record.a == 'x')", { record: {} })).toBe(null);
  });

  it('keeps the three values of and and or', () => {
    const record = { yes: true, no: false };
    expect(run('record.none && record.no', { record })).toBe(false);
    expect(run('record.none || record.yes', { record })).toBe(true);
    expect(run('record.none && record.yes', { record })).toBe(null);
    expect(run('record.none || record.no', { record })).toBe(null);
  });

  it('does not coerce text to numbers', () => {
    expect(run("'1' == 1")).toBe(null);
    expect(run("'1' + 1")).toBe(null);
  });

  it('moves moments by durations and compares them as moments', () => {
    const now = '2026-03-01T00:00:00.000Z';
    expect(run('now + hours(24)', { now, calendar: weekdaysOnly })).toBe('2026-03-02T00:00:00.000Z');
    expect(
      run('record.at + days(3) > now', { now, calendar: weekdaysOnly, record: { at: '2026-02-27T08:00:00+08:00' } }),
    ).toBe(true);
  });

  it('knows membership, also of unknown', () => {
    expect(run("record.stage in ['a', 'b']", { record: { stage: 'b' } })).toBe(true);
    expect(run("record.stage in ['a', 'b']", { record: {} })).toBe(null);
    expect(run('user.id in record.ids', { user: { id: '1' }, record: { ids: ['2'] } })).toBe(false);
  });

  it('reaches nothing but own properties', () => {
    expect(run('record.toString', { record: {} })).toBe(null);
    expect(run('record.a.length', { record: { a: 'abc' } })).toBe(null);
  });

  it('holds only when certainly true', () => {
    const outcome = parseExpression('record.a > 1');
    expect(outcome.ok && holds(outcome.expression, { record: {} })).toBe(false);
  });
});
