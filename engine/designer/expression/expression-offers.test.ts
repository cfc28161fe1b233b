import { describe, expect, it } from 'vitest';
import { type ExpressionScope, expressionScopeAt } from '../../model/check/index.ts';
import { loadShipped } from '../../model/shipped.testing.ts';
import { inChinese } from '../texts/chinese.testing.ts';
import { expressionOffersAt } from './expression-offers.ts';

const { documents } = loadShipped();

function scopeOf(page: string, at: readonly string[]): ExpressionScope {
  const document = documents.pages.get(page);
  const scope = document && expressionScopeAt({ ...document }, at, documents);
  if (scope === undefined) throw new Error(`no expression at ${at.join('/')}`);
  return scope;
}

function labels(source: string, scope: ExpressionScope): readonly string[] {
  return expressionOffersAt(source, source.length, scope, inChinese).offers.map(({ label }) => label);
}

describe('what an expression is offered', () => {
  const row = scopeOf('myorderlist', ['row', 'edit', 'visibleWhen']);

  it('begins with what it may read, and functions', () => {
    expect(labels('', row)).toEqual(expect.arrayContaining(['record', 'user', 'now', 'size', 'daysBetween', 'null']));
    expect(labels('', row)).not.toContain('form');
  });

  it('goes on with fields, through relations, and never with secrets', () => {
    expect(labels('record.', row)).toEqual(expect.arrayContaining(['status', 'customer', 'createdAt']));
    expect(labels('record.customer.', row)).toContain('name');
    expect(labels('record.nobody.', row)).toEqual([]);
    expect(labels('user.', row)).toContain('departmentId');
    const { from } = expressionOffersAt('record.sta', 10, row, inChinese);
    expect(from).toBe(7);
  });

  it('offers the values of a dictionary where one is compared', () => {
    const values = expressionOffersAt("record.status == '", 18, row, inChinese).offers;
    expect(values.length).toBeGreaterThan(2);
    expect(values.every(({ detail }) => /\p{Script=Han}/u.test(detail))).toBe(true);
  });

  it('knows the fields of the form it stands in', () => {
    const form = scopeOf('discountPolicy', ['forms', 'edit', 'sections', 'base', 'visibleWhen']);
    expect(labels('form.', form)).toContain('maxAmount');
    expect(labels('', form)).toContain('form');
  });
});
