import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let company: TestApp;

beforeAll(async () => {
  company = await startTestApp();
});

afterAll(() => company.close());

const path = '/v1/web/operation/log/create';
const entry = { catalog: '1000', action: 'alllist', value: '全部客户' };
const used = (account: string) =>
  company.records.find('operation_log', { catalog: '1000', staffId: company.ids[account] });

it('keeps what the browser tells of its use, one by one or many at once, in the caller’s name', async () => {
  expect(await company.call('sales', path, entry)).toMatchObject({ code: '0', data: null });
  const entries = Array.from({ length: 50 }, (_, n) => ({ ...entry, catalog: 1000, action: `alllist.a${n}` }));
  expect(await company.call('sales', path, { entries })).toMatchObject({ code: '0' });
  const kept = await used('sales');
  expect(kept).toHaveLength(51);
  expect(
    kept.every(
      ({ staffId, value, result }) => staffId === company.ids.sales && value === '全部客户' && result === 'ok',
    ),
  ).toBe(true);
});

it.each([
  [{ ...entry, catalog: 'business' }, '/catalog'],
  [{ ...entry, action: '' }, '/action'],
  [{ ...entry, action: 'x'.repeat(65) }, '/action'],
  [{ ...entry, value: 'x'.repeat(2001) }, '/value'],
  [{ ...entry, value: 7 }, '/value'],
  [{ entries: [] }, '/entries'],
  [{ entries: Array.from({ length: 51 }, () => entry) }, '/entries'],
  [{ entries: [entry, { catalog: '1000' }] }, '/entries/1/action'],
])('refuses %j whole', async (body, pointer) => {
  const answer = await company.call('sales2', path, body);
  expect(answer).toMatchObject({ data: { error: { code: 'E_INPUT_INVALID' } } });
  expect(JSON.stringify(answer)).toContain(`"${pointer}"`);
  expect(await used('sales2')).toEqual([]);
});

it('is exported and looked through by those who may, at one address', async () => {
  const query = await company.call<{ list: readonly unknown[] }>('admin', '/v1/web/operation/log/query', {
    where: { field: 'catalog', op: 'eq', value: '1000' },
    size: 5,
  });
  expect(query.data.list).toHaveLength(5);
  expect(await company.call('sales', '/v1/web/operation/log/query')).toMatchObject({ code: '1001' });
  const asked = { format: 'csv', columns: ['createdAt', 'staff.name', 'action', 'value'] };
  expect(await company.call('admin', '/v1/web/operation/log/export', asked)).toMatchObject({
    code: '0',
    data: { jobId: expect.any(String) },
  });
  expect(await company.call('sales', '/v1/web/operation/log/export', asked)).toMatchObject({ code: '1001' });
});

it('tells the time of the server, and where the caller’s picture is', async () => {
  const time = await company.call<string>('sales', '/v1/common/server/time/format/query');
  expect(time.data).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  expect(Math.abs(Date.parse(`${time.data.replace(' ', 'T')}+08:00`) - Date.now())).toBeLessThan(60_000);
  expect((await company.call('sales', '/v1/sys/user/my/avatar/view')).data).toBeNull();
});
