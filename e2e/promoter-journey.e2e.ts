import type { APIRequestContext } from '@playwright/test';
import { callApi, tokenOf, tokenOnPage } from './support/api.ts';
import { rows } from './support/screen.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test('a promoter has no button to claim, and no page of the pool', async ({ page }) => {
  await signIn(page, 'promoter');
  await expect(page.getByRole('region', { name: '快捷入口' }).getByRole('link').first()).toHaveText('我的待办');
  const menu = page.getByRole('navigation', { name: '主菜单' });
  await menu.getByText('客户管理', { exact: true }).click();
  await menu.getByText('推广列表', { exact: true }).click();
  await expect(menu.getByRole('link', { name: '全部推广客户' })).toBeVisible();
  const pages = await menu.getByRole('link').allInnerTexts();
  expect(pages).toEqual(['首页', '我的待办', '全部推广客户', '我的推广客户', '新建推广商机']);
  await menu.getByRole('link', { name: '全部推广客户' }).click();
  await expect(rows(page).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^领取/ })).toHaveCount(0);

  await page.goto('/customer/business/highsea');
  await expect(page.getByText('暂无权限，请联系相关人员开通页面权限')).toBeVisible();
  await expect(page.getByRole('button', { name: /^领取/ })).toHaveCount(0);
});

test('a claim sent past the screen is refused to a promoter and changes nothing; a salesperson may', async ({
  page,
  request,
}) => {
  await signIn(page, 'promoter');
  const admin = await tokenOf(request, 'admin');
  const sales = await tokenOf(request, 'sales');
  const id = await pooledCustomer(request, sales);
  const before = await callApi(request, admin, '/v1/customer/view', { id });
  expect(before).toMatchObject({ code: '0', data: { ownState: 'pooled' } });

  const refused = await callApi(page.request, await tokenOnPage(page), '/v1/customer/claim', { id });
  expect(refused.code).not.toBe('0');
  expect(refused.data).toMatchObject({ error: { code: 'E_NO_PERMISSION' } });
  expect(await callApi(request, admin, '/v1/customer/view', { id })).toEqual(before);

  // The same call is a good one: who may claim gets the customer.
  const claimed = await callApi(request, sales, '/v1/customer/claim', { id });
  expect(claimed).toMatchObject({ code: '0' });
  expect(await callApi(request, admin, '/v1/customer/view', { id })).not.toEqual(before);
});

/** A customer of the public pool as a salesperson sees it, returned by nobody: a former owner could not have it back. */
async function pooledCustomer(request: APIRequestContext, token: string): Promise<string> {
  const where = { field: 'returnAt', op: 'isNull' };
  const answer = await callApi(request, token, '/v1/customer/query', { where, size: 1 }, 'highsea');
  const list = answer.data?.list;
  return Array.isArray(list) ? String(list[0]?.id) : '';
}
