import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/cluster.ts';
import { startProduct, type TestApp } from '../testing/test-app.ts';
import { demoAccounts } from './demo-source.ts';

const folder = temporaryFolder();

function write(file: string, json: object): void {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, JSON.stringify({ schemaVersion: 2, ...json }));
}

// The least a product can be: one entity, one role, a few rows and nobody to sign in.
let product: TestApp;
beforeAll(async () => {
  write('entities/plant.json', {
    name: 'plant',
    title: '植物',
    label: 'name',
    operations: ['query'],
    fields: [
      { key: 'name', title: '名称', type: 'string', required: true },
      { key: 'keeperId', title: '养护人', type: 'ref', ref: 'staff', required: true, defaultValue: 'user.id' },
      { key: 'wateredAt', title: '浇水', type: 'datetime' },
      { key: 'parentId', title: '母株', type: 'ref', ref: 'plant' },
    ],
  });
  write('roles/gardener.json', {
    code: 'gardener',
    title: '园丁',
    dataScope: 'all',
    menus: [],
    permissions: ['plant:query'],
  });
  write('demo/plant.json', {
    name: 'plant',
    rows: [
      { key: 'young', values: { name: '小苗', parentId: 'old', wateredAt: { expression: 'now - hours(2)' } } },
      { key: 'old', values: { name: '老株', keeperId: 'gardener', createdAt: '2020-01-01T00:00:00Z' } },
    ],
  });
  product = await startProduct(folder);
});
afterAll(async () => {
  await product.close();
  rmSync(folder, { recursive: true, force: true });
});

it('makes an account of every role where the documents bring no people', async () => {
  expect(demoAccounts(product.documents)).toEqual([
    { account: 'admin', role: 'admin' },
    { account: 'gardener', role: 'gardener' },
  ]);
  for (const account of ['admin', 'gardener'])
    expect(await product.call(account, '/v1/sys/user/my/view')).toMatchObject({ code: '0' });
});

it('writes rows after those they refer to, with moments that end now, in the name of the first account', async () => {
  const [admin, old, young] = await Promise.all([
    product.records.findOne('staff', { account: 'admin' }),
    product.records.findOne('plant', { name: '老株' }),
    product.records.findOne('plant', { name: '小苗' }),
  ]);
  expect(old).toMatchObject({ createdAt: '2020-01-01T00:00:00.000Z', createdBy: admin?.id });
  expect(old?.keeperId).not.toBe(admin?.id);
  expect(young).toMatchObject({ parentId: old?.id, keeperId: admin?.id });
  expect(Math.round((Date.now() - Date.parse(String(young?.wateredAt))) / 3_600_000)).toBe(2);
});

it('lets people of a role do what the role may, and nothing else', async () => {
  expect(await product.call('gardener', '/v1/plant/query', { fields: ['id', 'name'] })).toMatchObject({
    code: '0',
    data: { list: [{ name: expect.any(String) }, { name: expect.any(String) }] },
  });
  expect(await product.call('gardener', '/v1/sys/user/query', {})).toMatchObject({
    data: { error: { code: 'E_NO_PERMISSION' } },
  });
});
