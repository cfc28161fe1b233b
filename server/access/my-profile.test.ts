import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let company: TestApp;
beforeAll(async () => {
  company = await startTestApp();
}, 60_000);
afterAll(() => company.close());

const view = (account: string) => company.call(account, '/v1/sys/user/my/profile/view');

it('tells everybody who he is: department from the top, roles, projects, the number masked', async () => {
  expect(await view('sales')).toMatchObject({
    code: '0',
    data: {
      id: company.ids.sales,
      account: 'sales',
      mobile: '139****0003',
      departments: ['division', 'group1'],
      roles: [{ name: '业务员' }],
      projects: [{ name: '法律职业资格' }],
      hlAgentId: null,
    },
  });
  expect(JSON.stringify(await view('sales'))).not.toMatch(/1390000|passwordHash|sip/);
});
