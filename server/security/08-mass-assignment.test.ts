import { afterAll, beforeAll, expect, it } from 'vitest';
import { declaredOperations } from '../../engine/model/access/index.ts';
import { isStored } from '../../engine/model/entity/index.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { addCustomer, codeOf, isDeep } from './attack.testing.ts';

// Every column of a table in the body of every write, one at a time.
let company: TestApp;
let own: string;
beforeAll(async () => {
  company = await startTestApp();
  own = await addCustomer(company, 'sales');
});
afterAll(() => company.close());

const system = [
  'createdAt',
  'createdBy',
  'updatedAt',
  'updatedBy',
  'deletedAt',
  'created_at',
  'deleted_at',
  'xmin',
  'search',
];

type Write = { readonly path: string; readonly key: string };

/** Every write, with every column its form has not. */
function closedWrites(): readonly Write[] {
  return declaredOperations(company.documents).flatMap((operation) => {
    if (operation.kind !== 'create' && operation.kind !== 'modify') return [];
    const fields = company.documents.entities.get(operation.entity)?.fields ?? [];
    const closed = fields.filter((field) => field.readonly === true || field.secret === true || !isStored(field));
    const keys = [...closed.map(({ key }) => key), ...system];
    return keys.map((key) => ({ path: operation.path, key }));
  });
}

it('what a form does not have is refused by name, in every entity that can be written', {
  timeout: 600_000,
}, async () => {
  const writes = closedWrites().filter((_, n) => isDeep || n % 3 === 0);
  const taken: string[] = [];
  for (const [n, { path, key }] of writes.entries()) {
    const body = { id: own, version: 1, [key]: '00000000-0000-7000-8000-000000000001' };
    const answer = await company.call('admin', path, body, { 'idempotency-key': `mass-assignment-${n}` });
    const text = JSON.stringify(answer);
    if (!text.includes(`/${key}`) && !text.includes('E_NOT_FOUND')) taken.push(`${path} ${key} ${text.slice(0, 160)}`);
  }
  expect(taken).toEqual([]);
  expect(writes.length).toBeGreaterThan(100);
});

it('nothing else of the row is changed either', async () => {
  const before = await company.records.findOne('customer', { id: own });
  const fields = company.documents.entities.get('customer')?.fields ?? [];
  const keys = fields.filter((field) => field.readonly === true).map(({ key }) => key);
  expect(keys).toContain('ownerId');
  for (const key of [...keys, ...system]) {
    const body = { id: own, version: 1, name: '改名', [key]: company.ids.sales2 };
    expect(codeOf(await company.call('sales', '/v1/customer/modify', body)), key).not.toBe('0');
  }
  expect(await company.records.findOne('customer', { id: own })).toEqual(before);
});
