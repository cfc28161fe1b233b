import type { Page } from '@playwright/test';
import { fillLogin } from './support/account.ts';
import { callApi, tokenOnPage } from './support/api.ts';
import { rows } from './support/screen.ts';
import { signInByForm } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const login = /\/user\/login$/;

test('a wrong password is told in the form, and signs nobody in', async ({ page }) => {
  await page.goto('/user/login');
  await expect(page).toHaveTitle('用户登录 - 学习平台后台管理系统');
  await expect(page.getByLabel('账号')).toBeFocused();

  await fillLogin(page, 'sales', 'not-the-password1');

  await expect(page.getByRole('alert')).toHaveText('账号或密码错误');
  expect(await tokenOnPage(page)).toBe('');
});

test('without a session every page leads to the login page, and signing in leads back', async ({ page }) => {
  await page.goto('/customer/business/alllist?f.stage=in:interested');
  await expect(page).toHaveURL('/user/login?redirect=%2Fcustomer%2Fbusiness%2Falllist%3Ff.stage%3Din%3Ainterested');

  await fillLogin(page, 'sales');

  await expect(page).toHaveURL(/\/customer\/business\/alllist\?f\.stage=in(:|%3A)interested$/);
  await expect(page.getByRole('list', { name: '当前筛选' })).toContainText('有意向');
  await expect(page).toHaveTitle('全部客户 - 学习平台后台管理系统');
});

test('/user leads to the login page; /load needs no session; with a session the login page leads home', async ({
  page,
}) => {
  await page.goto('/user');
  await expect(page).toHaveURL(login);
  await page.goto('/load');
  await expect(page.getByText('正在加载，请稍候…')).toBeVisible();
  await expect(page).toHaveURL(/\/load$/);

  await signInByForm(page, 'sales');
  await page.goto('/user/login');

  await expect(page).toHaveURL(/\/dashboard\/surveylist$/);
});

test('what there is not leads to /404, other letter case included; a page not permitted says whom to ask', async ({
  page,
}) => {
  await signInByForm(page, 'sales');
  for (const path of ['/no/such/page', '/customer/business/AllList']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/404$/);
    await expect(page.getByText('暂无权限，请联系管理员')).toBeVisible();
  }
  await page.goto('/customer/personalpromote');
  await expect(page.getByText('暂无权限，请联系相关人员开通页面权限')).toBeVisible();
  await expect(page).toHaveURL(/personalpromote$/);
  await page.getByRole('button', { name: '返回首页' }).click();
  await expect(page).toHaveURL(/\/dashboard\/surveylist$/);
});

test('signing out asks first, forgets everything here and in other tabs, and ends the session on the server', async ({
  page,
  context,
}) => {
  await signInByForm(page, 'sales');
  const token = await tokenOnPage(page);
  const other = await context.newPage();
  await other.goto('/customer/business/alllist');
  await expect(rows(other).first()).toBeVisible();
  // A tab in the background hardly draws.
  await page.bringToFront();

  await askToSignOut(page);
  await expect(page.getByText('确定要退出登录吗？')).toBeVisible();
  await page.getByRole('button', { name: '取消' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await tokenOnPage(page)).toBe(token);

  await askToSignOut(page);
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click();

  await expect(page).toHaveURL(login);
  await expect(other).toHaveURL(/\/user\/login/);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  expect(await callApi(page.request, token, '/v1/sys/user/my/view')).toMatchObject({ code: '1002' });
});

test('only the names of the specification hold the session in the browser', async ({ page }) => {
  await signInByForm(page, 'sales');

  const kept = await page.evaluate(() => Object.keys(localStorage));

  const allowed = [
    'token',
    'name',
    'mobile',
    'userId',
    'firstLogin',
    'projectList',
    'departmentId',
    'hlAgentId',
    'dlswAgentId',
    'xzjAgentId',
    'permittedRoutes',
    'avatar',
  ];
  // When an alert was last told is no part of the session.
  expect(kept.filter((key) => !allowed.includes(key) && !key.startsWith('alerts.'))).toEqual([]);
  expect(kept).toEqual(expect.arrayContaining(['token', 'name', 'userId', 'departmentId', 'permittedRoutes']));
});

test('a session the server ended is told, what was typed stays, and signing in again leads back', async ({ page }) => {
  await signInByForm(page, 'sales');
  await page.goto('/customer/business/alllist');
  await expect(rows(page).first()).toBeVisible();
  await page.getByRole('button', { name: '新增' }).click();
  const drawer = page.getByRole('dialog', { name: '新增客户' });
  await drawer.getByLabel('姓名').fill('周未存');
  await callApi(page.request, await tokenOnPage(page), '/v1/sys/user/logout');

  await drawer.getByRole('combobox', { name: '来源渠道' }).fill('百');

  await expect(page.getByRole('button', { name: '重新登录' })).toBeVisible();
  await expect(page.getByText('登录已失效，请重新登录').first()).toBeVisible();
  await expect(drawer.getByLabel('姓名')).toHaveValue('周未存');
  expect(await tokenOnPage(page)).toBe('');

  page.once('dialog', (dialog) => dialog.accept());
  await page.getByRole('button', { name: '重新登录' }).click();
  await expect(page).toHaveURL('/user/login?redirect=%2Fcustomer%2Fbusiness%2Falllist');
  await fillLogin(page, 'sales');
  await expect(page).toHaveURL(/\/customer\/business\/alllist$/);
});

test('when the first calls fail, it says so, clears the session and goes to the login page with the way back', async ({
  page,
}) => {
  await signInByForm(page, 'sales');
  await page.route('**/v1/sys/menu/item/my/query', (route) => route.abort());

  await page.goto('/customer/business/highsea');

  await expect(page.getByText('请求用户信息失败，请重试')).toBeVisible();
  await expect(page).toHaveURL('/user/login?redirect=%2Fcustomer%2Fbusiness%2Fhighsea');
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test('a page that is left while the first calls are on their way ends no session', async ({ page }) => {
  await signInByForm(page, 'sales');
  await page.route('**/v1/sys/user/my/view', (route) =>
    setTimeout(() => void route.continue().catch(() => undefined), 3000),
  );
  // The document is slow too: calls break off long before the next page is there.
  await page.route('**/customer/business/alllist', (route) => setTimeout(() => void route.continue(), 1500));
  await page.goto('/customer/business/highsea', { waitUntil: 'commit' });
  await expect(page.getByRole('status').filter({ hasText: '加载' })).toBeVisible();

  await page.goto('/customer/business/alllist');

  await page.unroute('**/v1/sys/user/my/view');
  await expect(page.getByRole('navigation', { name: '主菜单' })).toBeVisible();
  await expect(page).toHaveURL(/alllist$/);
});

async function askToSignOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /用户菜单/ }).click();
  const item = page.getByRole('menuitem', { name: '退出登录' });
  // The menu is measured outside the window before it comes to its place.
  await expect(item).toBeInViewport();
  await item.click();
}
