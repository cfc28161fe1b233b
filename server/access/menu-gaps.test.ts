import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let company: TestApp;

beforeAll(async () => {
  company = await startTestApp();
});

afterAll(() => company.close());

/** Gives `sales` one role, which holds what is said, or none. */
async function holding(role: { menus: readonly string[]; permissions: readonly string[] } | undefined) {
  const { records, ids } = company;
  const code = `gap${await records.count('role', {})}`;
  const made =
    role === undefined
      ? []
      : [
          await records.insert('role', {
            ...{ code, name: code, dataScope: 'self', entityScopes: [], builtIn: false, enabled: true },
            ...role,
          }),
        ];
  await records.update('staff', String(ids.sales), { roleIds: made });
  const menu = await company.call('sales', '/v1/sys/menu/item/my/query');
  const buttons = await company.call('sales', '/v1/sys/menu/button/my/query');
  return { menu: menu.data, buttons: buttons.data };
}

// What the browser makes of each is in src/access/access.test.ts.
it('tells what an administrator has not assigned: a menu, a role, buttons', async () => {
  expect(await holding({ menus: [], permissions: ['customer:query'] })).toMatchObject({ menu: null });
  expect(await holding(undefined)).toMatchObject({ menu: { name: 'crm', children: [] }, buttons: [] });
  const withPage = await holding({ menus: ['alllist'], permissions: [] });
  expect(withPage).toMatchObject({ menu: { children: [{ name: 'customerMenu' }] }, buttons: [] });
  const whole = await holding({ menus: ['alllist'], permissions: ['customer:query'] });
  expect(whole).toMatchObject({ menu: { name: 'crm' }, buttons: [{ name: 'customer:query' }] });
});
