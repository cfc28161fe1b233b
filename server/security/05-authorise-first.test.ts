import { afterAll, beforeAll, expect, it } from 'vitest';
import { comparedTables, digestOf } from '../fuzz/database-digest.testing.ts';
import type { Values } from '../kernel/operation/record-store.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { addCustomer, codeOf } from './attack.testing.ts';

// What is refused has changed nothing. Generated requests: server/fuzz/bad-input; all roles: server/parity.
let company: TestApp;
let foreign: string;
let own: string;
beforeAll(async () => {
  company = await startTestApp();
  foreign = await addCustomer(company, 'sales3');
  own = await addCustomer(company, 'sales');
});
afterAll(() => company.close());

const refused: readonly (readonly [string, string, () => Values])[] = [
  ['no permission', '/v1/sys/user/create', () => ({ account: 'intruder', name: '新', mobile: '13600000001' })],
  [
    'no permission for a role',
    '/v1/role/create',
    () => ({ code: 'own', name: 'own', dataScope: 'self', menus: [], permissions: [] }),
  ],
  ['a row of another', '/v1/customer/modify', () => ({ id: foreign, version: 1, name: '改名' })],
  ['an old version', '/v1/customer/modify', () => ({ id: own, version: 99, name: '改名' })],
  ['a bad value after good ones', '/v1/customer/modify', () => ({ id: own, version: 1, name: '改名', level: 'none' })],
  [
    'a masked value without permission',
    '/v1/sys/user/reveal',
    () => ({ id: foreign, field: 'mobile', reason: '核对' }),
  ],
];

it.each(refused)('%s changes nothing', async (_, path, bodyOf) => {
  await company.token('sales');
  const tables = await comparedTables(company.database);
  const before = await digestOf(company.database.rows, tables);
  const answer = await company.call('sales', path, bodyOf());
  expect(codeOf(answer)).not.toBe('0');
  expect(await digestOf(company.database.rows, tables)).toBe(before);
});

it('would see a change', async () => {
  const tables = await comparedTables(company.database);
  const before = await digestOf(company.database.rows, tables);
  expect(codeOf(await company.call('sales', '/v1/customer/modify', { id: own, version: 1, name: '改名' }))).toBe('0');
  expect(await digestOf(company.database.rows, tables)).not.toBe(before);
});
