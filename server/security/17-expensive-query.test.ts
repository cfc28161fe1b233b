import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { codeOf } from './attack.testing.ts';

// Requests that cost more than they are. The largest filter: server/fuzz/found-faults; costs of queries: query-cost.
let company: TestApp;
beforeAll(async () => {
  company = await startTestApp();
});
afterAll(() => company.close());

const query = '/v1/customer/query';
const many = <Item>(count: number, item: Item) => Array.from({ length: count }, () => item);

describe('more of the same than anybody needs is refused before it is worked on', () => {
  it.each([
    ['fields', { fields: many(5000, 'name') }],
    ['fields of others', { fields: many(5000, 'owner.department.name') }],
    ['orders', { sort: many(500, 'createdAt') }],
    ['conditions', { where: { and: many(2000, { field: 'name', op: 'eq', value: 'a' }) } }],
    ['values', { where: { field: 'stage', op: 'in', value: many(50_000, 'x') } }],
    ['rows', { size: 1_000_000 }],
  ])('%s', async (_, body) => {
    const begin = performance.now();
    expect(codeOf(await company.call('admin', query, body))).not.toBe('0');
    expect(performance.now() - begin).toBeLessThan(5000);
  });
});

describe('patterns', () => {
  // Long, nearly right, and wrong at the end: what makes a backtracking matcher despair.
  const despair = ['a', '1', ' ', '-', 'ab', '1a', 'a.', '@a.', '中'].map((part) => `${part.repeat(20_000)}!`);

  it('of values answer at once, whatever stands there', async () => {
    const fields = company.documents.entities.get('customer')?.fields ?? [];
    const typed = fields.filter(({ readonly, type }) => readonly !== true && ['string', 'text'].includes(type));
    for (const text of despair) {
      const body = Object.fromEntries(typed.map(({ key }) => [key, text]));
      const begin = performance.now();
      await company.call('admin', '/v1/customer/create', body);
      expect(performance.now() - begin, text.slice(0, 5)).toBeLessThan(5000);
    }
  });

  it('that people write are matched in time that grows with the text alone, or are refused', async () => {
    for (const word of [
      '(a+)+$',
      '(a|aa)+$',
      '(.*a){12}',
      '((a*)*)*b',
      '(?=a)a',
      '(a)\\1',
      `${'(a?)'.repeat(60)}${'a'.repeat(60)}`,
    ]) {
      const begin = performance.now();
      await company.call('admin', '/v1/forbidden/word/create', {
        word,
        category: 'promise',
        level: 'serious',
        matchMode: 'regex',
      });
      expect(performance.now() - begin, word).toBeLessThan(5000);
    }
  });
});
