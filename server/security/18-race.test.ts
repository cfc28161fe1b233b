import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { codeOf, isDeep } from './attack.testing.ts';

// What is looked at and then done, by many at once. Customers claimed, returned and transferred: server/domain/customer/races.
const rounds = isDeep ? 200 : 2;
const people = 50;
let company: TestApp;
beforeAll(async () => {
  company = await startTestApp();
  await Promise.all(['sales', 'sales2', 'sales3'].map((account) => company.token(account)));
});
afterAll(() => company.close());

it('a number becomes one customer, however many enter it at once', { timeout: 600_000 }, async () => {
  for (let round = 0; round < rounds; round++) {
    const mobile = `1365550${String(round).padStart(4, '0')}`;
    const body = { name: '同号', mobile, intentionProjectIds: [company.ids.project], channelId: company.ids.channel };
    const answers = await Promise.all(
      Array.from({ length: people }, (_, n) =>
        company.call(['sales', 'sales2', 'sales3'][n % 3], '/v1/customer/create', body, {
          'idempotency-key': `race-${round}-${n}-key`,
        }),
      ),
    );
    expect(answers.map(codeOf).filter((code) => code === '0')).toHaveLength(1);
    expect(await company.records.count('customer', { mobile })).toBe(1);
    expect(answers.map(codeOf)).not.toContain('E_SERVER');
  }
});

it('a role code is one role, an account one person', async () => {
  const roles = await Promise.all(
    Array.from({ length: 20 }, () =>
      company.call('admin', '/v1/role/create', {
        code: 'raced',
        name: 'raced',
        dataScope: 'self',
        menus: [],
        permissions: [],
      }),
    ),
  );
  expect(roles.map(codeOf).filter((code) => code === '0')).toHaveLength(1);
  expect(await company.records.count('role', { code: 'raced' })).toBe(1);
});

it('a version is changed once', async () => {
  const { data } = await company.call<{ id: string }>(
    'sales',
    '/v1/customer/create',
    {
      name: '版本',
      mobile: '13655600000',
      intentionProjectIds: [company.ids.project],
      channelId: company.ids.channel,
    },
    { 'idempotency-key': 'race-version' },
  );
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      company.call('sales', '/v1/customer/modify', { id: data.id, version: 1, name: `改名${n}` }),
    ),
  );
  expect(answers.map(codeOf).filter((code) => code === '0')).toHaveLength(1);
});
