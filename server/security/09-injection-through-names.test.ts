import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Values } from '../kernel/operation/record-store.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { addCustomer, codeOf } from './attack.testing.ts';

// Names that are written where a field is named, at once or from a stored row. Generated names and the statements that
// come of them: server/fuzz/statement-shapes.
let company: TestApp;
const sentinel = 'zq9_injected';
beforeAll(async () => {
  company = await startTestApp();
  await addCustomer(company, 'sales', { name: `'; drop table ${sentinel}; --` });
});
afterAll(() => company.close());

const names = [
  `name"; create table ${sentinel} (); --`,
  `name' or '1'='1`,
  `(select password_hash from staff limit 1)`,
  `name) union select account, password_hash from staff --`,
  'pg_sleep(3)',
  'owner.name"::text',
  'name->>0',
  '$1',
  '?',
  '\\',
  'name/**/',
];
const places: readonly ((name: string) => readonly [string, Values])[] = [
  (name) => ['/v1/customer/query', { sort: [name] }],
  (name) => ['/v1/customer/query', { sort: [`-${name}`] }],
  (name) => ['/v1/customer/query', { fields: [name] }],
  (name) => ['/v1/customer/query', { where: { field: name, op: 'eq', value: 1 } }],
  (name) => ['/v1/customer/query', { where: { field: 'name', op: name, value: 1 } }],
  (name) => ['/v1/customer/group', { by: name }],
  (name) => ['/v1/customer/group', { by: 'createdAt', bucket: name }],
  (name) => ['/v1/customer/group', { by: 'stage', sums: [name] }],
  (name) => ['/v1/customer/export', { format: 'csv', columns: [name] }],
  (name) => ['/v1/customer/export', { format: name, columns: ['name'] }],
  (name) => ['/v1/customer/reveal', { id: company.ids.sales, field: name, reason: '核对' }],
  (name) => ['/v1/report/project/order/price/stat/query', { dimensions: [name] }],
  (name) => ['/v1/report/project/order/price/stat/query', { measures: [name] }],
];

describe('a name that is none of a field', () => {
  it.each(names)('is refused wherever a field is named: %s', async (name) => {
    for (const place of places) {
      const [path, body] = place(name);
      const code = codeOf(await company.call('admin', path, body));
      expect(['0', 'E_SERVER', 'E_PATH_UNKNOWN', '1001'], `${path} ${JSON.stringify(body)}`).not.toContain(code);
    }
  });

  it.each(names)('is not kept in a view to be used later: %s', async (name) => {
    const states = [{ sort: [name] }, { where: { field: name, op: 'eq', value: '1' } }];
    for (const state of states) {
      const view = { page: 'alllist', name: '视图', state };
      const saved = await company.call<{ id: string }>('sales', '/v1/saved/view/create', view);
      expect(codeOf(saved), JSON.stringify(state)).not.toBe('0');
    }
  });
});

it('values are values: a text that ends a statement is a text', async () => {
  const where = { field: 'name', op: 'eq', value: `'; drop table ${sentinel}; --` };
  const { data } = await company.call<{ list: readonly unknown[] }>('sales', '/v1/customer/query', { where });
  expect(data.list).toHaveLength(1);
  expect(await company.database.rows('select to_regclass($1) as made', [sentinel])).toEqual([{ made: null }]);
});
