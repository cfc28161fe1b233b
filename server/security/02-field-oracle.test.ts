import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Values } from '../kernel/operation/record-store.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { addCustomer, codeOf } from './attack.testing.ts';

// Fields that are kept from somebody, asked about instead of read. Every field in every place: masked-means-never-sent.
let company: TestApp;
beforeAll(async () => {
  company = await startTestApp();
  for (const mobile of ['13800010001', '13900020002', '13700030003']) await addCustomer(company, 'sales', { mobile });
});
afterAll(() => company.close());

const query = '/v1/customer/query';
const asking = (field: string): readonly (readonly [string, string, Values])[] => [
  ['order', query, { sort: [field] }],
  ['order from the other end', query, { sort: [`-${field}`] }],
  ['a beginning', query, { where: { field, op: 'startsWith', value: '138' } }],
  ['a part', query, { where: { field, op: 'contains', value: '8000' } }],
  ['more than', query, { where: { field, op: 'gt', value: '138' } }],
  ['a group', '/v1/customer/group', { by: field }],
];

describe('a masked number tells nothing by', () => {
  it.each([...asking('mobile'), ...asking('owner.mobile')])('%s (%s %j)', async (_, path, body) => {
    expect(codeOf(await company.call('sales', path, body))).toBe('E_INPUT_INVALID');
  });

  it('where a page ended', async () => {
    const page = await company.call<{ next: string }>('sales', query, { size: 1, fields: ['mobile'] });
    expect(Buffer.from(String(page.data.next), 'base64url').toString('latin1')).not.toMatch(/1[379]\d{9}|138000/);
    expect(JSON.stringify(page)).not.toMatch(/1[379]\d{9}/);
  });
});

describe('a secret field is not there, whoever asks', () => {
  const spellings = [
    'passwordHash',
    'password_hash',
    'PASSWORDHASH',
    'owner.passwordHash',
    '"passwordHash"',
    'p.password_hash',
  ];
  it.each(spellings)('as %s', async (field) => {
    const bodies = [
      { fields: [field] },
      { sort: [field] },
      { where: { field, op: 'notNull' } },
      { where: { field, op: 'eq', value: '$argon2id' } },
    ];
    for (const body of bodies)
      for (const path of ['/v1/sys/user/query', query])
        expect(codeOf(await company.call('admin', path, body)), `${path} ${JSON.stringify(body)}`).not.toBe('0');
  });

  it('nor in any answer about staff', async () => {
    const { data } = await company.call('admin', '/v1/sys/user/query', {});
    const text = JSON.stringify([data, await company.call('admin', '/v1/sys/user/view', { id: company.ids.sales })]);
    expect(text).toContain('"sales"');
    expect(text).not.toMatch(/argon2|passwordHash/);
  });
});
