import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { addCustomer, codeOf } from './attack.testing.ts';

// Row scope through every second shape of asking. All roles, rows and operations: server/parity.
let company: TestApp;
let foreign: string;
const name = '只归销售三的客户';

beforeAll(async () => {
  company = await startTestApp();
  foreign = await addCustomer(company, 'sales3', { name });
});
afterAll(() => company.close());

const byName = { field: 'name', op: 'eq', value: name };
const lists: readonly (readonly [string, string, object])[] = [
  ['a list', '/v1/customer/query', { where: byName, count: 'exact' }],
  ['a list by its id', '/v1/customer/query', { where: { field: 'id', op: 'eq', value: 'FOREIGN' } }],
  ['a search', '/v1/customer/query', { where: { search: name } }],
  [
    'an alternative that is always so',
    '/v1/customer/query',
    { where: { or: [byName, { field: 'id', op: 'notNull' }] } },
  ],
  ['groups', '/v1/customer/group', { by: 'stage', where: byName }],
  ['its follow-ups', '/v1/follow/up/query', { where: { field: 'customerId', op: 'eq', value: 'FOREIGN' } }],
  ['whose it was', '/v1/owner/record/query', { where: { field: 'subjectId', op: 'eq', value: 'FOREIGN' } }],
  ['its telephones', '/v1/customer/phone/query', { where: { field: 'customerId', op: 'eq', value: 'FOREIGN' } }],
  ['its calls', '/v1/call/record/query', { where: { field: 'customerId', op: 'eq', value: 'FOREIGN' } }],
];
const filled = (body: object) => JSON.parse(JSON.stringify(body).replaceAll('FOREIGN', foreign));

describe('a row of another is not to be had', () => {
  it.each(lists)('by %s', async (_, path, body) => {
    const answer = await company.call('sales', path, filled(body));
    expect(codeOf(answer)).not.toBe('E_PATH_UNKNOWN');
    const text = JSON.stringify(answer);
    expect(text).not.toContain(foreign);
    expect(text).not.toContain(name);
  });

  const acts: readonly (readonly [string, object])[] = [
    ['/v1/customer/view', {}],
    ['/v1/customer/history', {}],
    ['/v1/customer/modify', { version: 1, name: '改名' }],
    ['/v1/customer/reveal', { field: 'mobile', reason: '核对身份' }],
    ['/v1/customer/return', { reason: '不跟了' }],
    ['/v1/customer/transfer', { toId: 'ME' }],
  ];
  it.each(acts)('by %s', async (path, body) => {
    const asked = { id: foreign, ...JSON.parse(JSON.stringify(body).replace('ME', company.ids.sales ?? '')) };
    const code = codeOf(await company.call('sales', path, asked));
    expect(['0', 'E_PATH_UNKNOWN']).not.toContain(code);
    expect(await company.records.findOne('customer', { id: foreign })).toMatchObject({
      name,
      ownerId: company.ids.sales3,
    });
  });

  it('by naming it as something of one’s own', async () => {
    const followUp = {
      bizType: 'customer',
      bizId: foreign,
      customerId: foreign,
      method: 'wechat',
      result: 'connected',
      content: '跟进',
    };
    expect(codeOf(await company.call('sales', '/v1/follow/up/create', followUp))).not.toBe('0');
  });

  it('though it is there for whose it is', async () => {
    for (const [, path, body] of lists.slice(0, 4)) {
      const answer = await company.call('sales3', path, filled(body));
      expect(codeOf(answer)).toBe('0');
      expect(JSON.stringify(answer)).toContain(foreign);
    }
    expect(codeOf(await company.call('sales3', '/v1/customer/view', { id: foreign }))).toBe('0');
  });
});
