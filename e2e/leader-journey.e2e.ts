import type { APIRequestContext } from '@playwright/test';
import { callApi, tokenOf } from './support/api.ts';
import { choose, column, openList, rows, total } from './support/screen.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test('a group leader sees the customers of the whole group, a salesperson only the own', async ({ page, request }) => {
  const own = await owners(request, 'sales');
  const colleague = await nameOf(request, 'sales2');
  expect([...own]).toEqual([await nameOf(request, 'sales')]);

  const group = await owners(request, 'group_leader');
  expect([...group]).toEqual(expect.arrayContaining([...own, colleague]));

  await signIn(page, 'group_leader', '/customer/business/alllist');
  await expect(rows(page).first()).toBeVisible();
  const all = await total(page);
  await choose(page, '归属业务员', colleague);
  await page.getByRole('button', { name: '查询' }).click();
  await expect(page.getByRole('list', { name: '当前筛选' })).toContainText(colleague);
  await expect.poll(async () => new Set(await column(page, '归属业务员'))).toEqual(new Set([colleague]));
  expect(await total(page)).toBeLessThan(all);
});

test('a group leader assigns a customer of the pool, and the receiver finds it among the own', async ({
  page,
  request,
}) => {
  const receiver = await nameOf(request, 'sales2');
  await signIn(page, 'group_leader');
  await openList(page, '公海查询');

  await rows(page).first().getByRole('button', { name: '分配' }).click();
  const dialog = page.getByRole('dialog', { name: '分配' });
  await choose(dialog, '接收人', receiver);
  const answered = page.waitForResponse('**/v1/customer/assign');
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('已分配')).toBeVisible();

  const { id } = (await answered).request().postDataJSON();
  const token = await tokenOf(request, 'sales2');
  const found = await callApi(request, token, '/v1/customer/view', { id });
  expect(found).toMatchObject({ code: '0', data: { id, ownState: 'owned' } });
  const other = await callApi(request, await tokenOf(request, 'sales'), '/v1/customer/view', { id });
  expect(other.code).not.toBe('0');
});

async function nameOf(request: APIRequestContext, account: 'sales' | 'sales2'): Promise<string> {
  const answer = await callApi(request, await tokenOf(request, account), '/v1/sys/user/my/view');
  return String(answer.data?.name);
}

/** Owners of the customers an account sees. */
async function owners(request: APIRequestContext, account: 'sales' | 'group_leader'): Promise<ReadonlySet<string>> {
  const where = { field: 'ownState', op: 'eq', value: 'owned' };
  const answer = await callApi(request, await tokenOf(request, account), '/v1/customer/query', {
    where,
    size: 100,
    fields: ['owner.name'],
  });
  const list: readonly { readonly owner?: { readonly name?: string } }[] = Array.isArray(answer.data?.list)
    ? answer.data.list
    : [];
  return new Set(list.map((row) => row.owner?.name ?? ''));
}
