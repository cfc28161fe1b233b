import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let company: TestApp;
beforeAll(async () => {
  company = await startTestApp();
  for (const action of ['打开页面', '打开页面', '导出'])
    await company.call('sales', '/v1/web/operation/log/create', { catalog: '1000', action, value: 'alllist' });
}, 60_000);
afterAll(() => company.close());

it('counts entries of use by person and action in a file of its own, and leaves a trace', async () => {
  const { code, data } = await company.call<{ fileId: string; rows: number }>('admin', '/v1/user/log/count/export');
  expect([code, data.rows]).toEqual(['0', 2]);
  const { data: file } = await company.call<{ address: string }>('admin', '/v1/file/download', { id: data.fileId });
  const content = (await company.app.inject({ method: 'GET', url: file.address })).body;
  expect(content.replace('\uFEFF', '').trim().split('\r\n').sort()).toEqual(
    ['人员,动作,次数', 'sales,打开页面,2', 'sales,导出,1'].sort(),
  );
  expect((await company.call('sales', '/v1/file/download', { id: data.fileId })).code).toBe('1');
  expect(await company.records.count('operation_log', { entityId: data.fileId })).toBe(1);
});

it('exports the entries of use and no other, whatever the request says', async () => {
  const all = await company.call<{ total: number }>('admin', '/v1/user/log/export', { format: 'csv' });
  expect(all).toMatchObject({ code: '0', data: { total: 3 } });
  const where = {
    or: [
      { field: 'action', op: 'eq', value: '导出' },
      { field: 'catalog', op: 'ne', value: '1000' },
    ],
  };
  expect(await company.call('admin', '/v1/user/log/export', { format: 'csv', where })).toMatchObject({
    data: { total: 1 },
  });
});

it('is for those who may export the log', async () => {
  for (const path of ['/v1/user/log/export', '/v1/user/log/count/export'])
    expect(await company.call('sales', path)).toMatchObject({ data: { error: { code: 'E_NO_PERMISSION' } } });
});
