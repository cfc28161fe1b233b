import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultMessage } from '../../engine/model/faults/index.ts';
import { readDocuments } from '../product/documents.ts';
import { followExample, guideExamples } from '../testing/follow-guide.ts';
import { startProduct, type TestApp } from '../testing/test-app.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'guide-'));
const faulty: string[] = [];
let product: TestApp;

// Every example of the guide is followed, and the product it leads to is started.
beforeAll(async () => {
  for (const example of guideExamples()) {
    followExample(example, folder);
    for (const fault of readDocuments(folder).faults)
      faulty.push(`line ${example.line}: ${fault.file}#${fault.pointer} ${faultMessage(fault)}`);
  }
  product = await startProduct(folder);
}, 180_000);

afterAll(async () => {
  await product?.close();
  rmSync(folder, { recursive: true, force: true });
});

const call = async (path_: string, body: Readonly<Record<string, unknown>> = {}) => {
  const { code, message, data } = await product.call('keeper', path_, body);
  expect(code, `${path_}: ${message} ${JSON.stringify(data)}`).toBe('0');
  return data;
};

it('leads from an empty folder to a product, no example leaving a fault behind', () => {
  expect(guideExamples().length).toBeGreaterThan(20);
  expect(faulty).toEqual([]);
});

it('gives every page to the role, whole', async () => {
  for (const name of product.documents.pages.keys())
    expect(await call('/v1/sys/page/view', { name }), name).toMatchObject({ page: { name }, faults: [] });
});

it('takes a repair through its states, with its parts, its guard and what it does to the device', async () => {
  const devices = await call('/v1/device/query', { fields: ['name', 'repairCount', 'repairedAt'] });
  expect(devices).toMatchObject({ total: 2 });
  const found = await call('/v1/device/query', {
    fields: ['name', 'age', 'repairCount'],
    where: { field: 'name', op: 'eq', value: '三楼打印机' },
  });
  const [device] = Array.isArray(found.list) ? found.list : [];
  expect(device).toMatchObject({ repairCount: 1, age: expect.any(Number) });
  const { id } = await call('/v1/repair/create', {
    title: '不出纸',
    deviceId: device.id,
    parts: [{ name: '搓纸轮', quantity: 2, price: 1500 }],
  });
  const accepted = await call('/v1/repair/accept', { id });
  expect(accepted).toBeDefined();
  const early = await product.call('keeper', '/v1/repair/finish', { id });
  expect(early.code).not.toBe('0');
  await call('/v1/repair/finish', { id, cost: 3000 });
  expect(await call('/v1/repair/view', { id, fields: ['status', 'cost', 'parts', 'device.repairedAt'] })).toMatchObject(
    {
      status: 'done',
      cost: 3000,
      parts: [{ name: '搓纸轮', quantity: 2 }],
    },
  );
  expect(await call('/v1/device/view', { id: device.id, fields: ['repairCount', 'repairedAt'] })).toMatchObject({
    repairCount: 2,
    repairedAt: expect.any(String),
  });
});

it('tells why a button would refuse by what the child rows say', async () => {
  const device = await call('/v1/device/create', { name: '电梯' });
  const { id } = await call('/v1/repair/create', {
    title: '异响',
    deviceId: device.id,
    parts: [{ name: '油', quantity: 1 }],
  });
  await call('/v1/repair/accept', { id });
  const me = await call('/v1/sys/user/my/view');
  const finish = async () => {
    const { parts } = await call('/v1/role/why', { page: 'repairList', staffId: me.id, record: id });
    return Array.isArray(parts) ? parts.find(({ key }: { key: string }) => key.startsWith('row/finish/')) : undefined;
  };
  expect(await finish()).toMatchObject({ state: 'disabled', reason: expect.stringContaining('每样用料都要有单价') });
  const refused = await product.call('keeper', '/v1/repair/finish', { id, cost: 100 });
  expect(refused).toMatchObject({ message: '每样用料都要有单价' });
  const { parts, version } = await call('/v1/repair/view', { id, fields: ['parts', 'version'] });
  const [oil] = Array.isArray(parts) ? parts : [];
  await call('/v1/repair/modify', { id, version, parts: [{ id: oil.id, price: 100 }] });
  expect(await finish()).toMatchObject({ state: 'visible' });
  await call('/v1/repair/delete', { id });
  await call('/v1/device/delete', { id: device.id });
});

it('closes at once what cost nothing', async () => {
  const device = await call('/v1/device/create', { name: '中央空调' });
  const parts = [{ name: '滤网', quantity: 2, price: 60 }];
  for (const [extra, status, partsCost] of [
    [{}, 'closed', 0],
    [{ parts }, 'done', 120],
  ] as const) {
    const { id } = await call('/v1/repair/create', { title: '不制冷', deviceId: device.id, ...extra });
    await call('/v1/repair/accept', { id });
    await call('/v1/repair/finish', { id, cost: partsCost });
    expect(await call('/v1/repair/view', { id, fields: ['status', 'partsCost'] })).toMatchObject({ status, partsCost });
    await call('/v1/repair/delete', { id });
  }
  await call('/v1/device/delete', { id: device.id });
});

it('lets nobody rewrite what is past its state, nor break a rule', async () => {
  const device = await call('/v1/device/create', { name: '投影仪' });
  const { id } = await call('/v1/repair/create', { title: '不亮', deviceId: device.id });
  expect(await product.call('keeper', '/v1/repair/modify', { id, version: 1, devicePrice: 1 })).toMatchObject({
    data: { error: { faults: [{ code: 'E_INPUT_READONLY' }] } },
  });
  await call('/v1/repair/modify', { id, version: 1, title: '不亮了' });
  await call('/v1/repair/accept', { id });
  const refusal = async (body: Readonly<Record<string, unknown>>) =>
    (await product.call('keeper', '/v1/repair/modify', { id, version: 3, ...body })).message;
  expect(await refusal({ title: '换个说法' })).toBe('“维修中”的报修单不能修改故障');
  const other = await call('/v1/device/create', { name: '幕布' });
  expect(await refusal({ deviceId: other.id })).toBe('受理之后不能换设备');
  expect((await product.call('keeper', '/v1/repair/finish', { id, cost: 1_000_000 })).message).toBe(
    '一万元以上请走采购',
  );
  await call('/v1/repair/modify', { id, version: 3, note: '等配件' });
  await call('/v1/repair/delete', { id });
  await call('/v1/device/delete', { id: device.id });
  await call('/v1/device/delete', { id: other.id });
});

it('answers the report and the calls of the other pages', async () => {
  const report = await call('/v1/report/repair/load');
  expect(report).toMatchObject({ total: { count: 2, cost: 3000 } });
  const mine = await product.call('keeper', '/v1/repair/query', { fields: ['title'] }, { 'x-app-page': 'myRepair' });
  expect(mine).toMatchObject({ code: '0', data: { total: 1 } });
});
