import { afterAll, beforeAll, expect, it } from 'vitest';
import { startProduct, startTestApp, type TestApp } from '../testing/test-app.ts';

let company: TestApp;
let library: TestApp;
beforeAll(async () => {
  [company, library] = await Promise.all([startTestApp(), startProduct('e2e/fixtures/library')]);
}, 60_000);
afterAll(() => Promise.all([company.close(), library.close()]));

const own = ['/v1/sys/user/my/view', '/v1/sys/user/my/profile/view'];
const ofAnotherProduct = ['projectlist', 'idNames', 'projects', 'hlAgentId', 'dlswAgentId', 'xzjAgentId'];

it.each(own)('tells people of %s the ids they have at the integrations, null where they have none', async (path) => {
  const { records, ids } = company;
  await records.update('staff', ids.sales ?? '', { dlswAgentId: 'dlsw8003' });
  const { data } = await company.call('sales', path);
  expect(data).toMatchObject({ hlAgentId: null, dlswAgentId: 'dlsw8003', xzjAgentId: null });
});

it('tells people the projects they work on', async () => {
  const [view, profile] = await Promise.all(own.map((path) => company.call('sales', path)));
  expect(view?.data).toMatchObject({ idNames: [{ id: company.ids.project, name: '法律职业资格' }] });
  expect(profile?.data).toMatchObject({ projects: [{ id: company.ids.project, name: '法律职业资格' }] });
});

it.each(own)('says nothing of projects and seats where the documents have no such fields: %s', async (path) => {
  const { code, data } = await library.call<object>('head', path);
  expect(code).toBe('0');
  expect(Object.keys(data).filter((key) => ofAnotherProduct.includes(key))).toEqual([]);
});
