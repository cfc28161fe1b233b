import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { accessibilityFaults } from './support/accessibility.ts';
import { signIn } from './support/account.ts';
import { callApi, tokenOf, tokenOnPage } from './support/api.ts';
import { settled } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const bell = (page: Page) => page.getByRole('button', { name: /^消息通知/ });
const drawerOf = (page: Page) => page.getByRole('dialog', { name: '消息通知' });
const unreadIn = async (page: Page) =>
  Number(/(\d+) 条未读/.exec((await bell(page).getAttribute('aria-label')) ?? '')?.[1] ?? 0);
const item = (drawer: Locator, name: string) => drawer.getByRole('article', { name, exact: true }).first();
const updateDialog = (page: Page) => page.getByRole('dialog', { name: '产品更新' });

const updates = '/v1/system/update/message';

/** Publishes an update as an administrator would; answers what takes it back, so that it opens in no other journey. */
async function publishUpdate(request: APIRequestContext, title: string): Promise<() => Promise<void>> {
  const token = await tokenOf(request, 'admin');
  const content = '<h3>新增</h3><ul><li>列表可以<b>分组</b></li></ul><script>window.hasRun = true</script>';
  const made = await callApi(request, token, `${updates}/create`, {
    title,
    platformName: '管理后台',
    releaseVersion: '9.9.9',
    content,
  });
  const id = made.data?.id;
  expect((await callApi(request, token, `${updates}/publish`, { id, version: 1 })).code).toBe('0');
  return async () => {
    await callApi(request, token, `${updates}/offline`, { id, version: 2 });
  };
}

test('notices are read, followed, removed and brought back, on a narrow window too', async ({ page }) => {
  await signIn(page, 'sales2');
  await expect(bell(page)).toHaveAccessibleName(/条未读/);
  const before = await unreadIn(page);
  // The page below is judged with the drawer, when it is whole.
  await expect(page.getByRole('img', { name: /^每日跟进/ })).toBeVisible();
  await settled(page);
  await bell(page).click();
  const drawer = drawerOf(page);
  const complaint = item(drawer, '投诉工单待受理');
  await expect(complaint).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await drawer.getByRole('tab', { name: '已读', exact: true }).click();
  await expect(item(drawer, '秋季冲刺班报名')).toContainText('名额 200 个');
  await expect(item(drawer, '产品更新提醒').getByRole('button', { name: '查看详情' })).toHaveCount(0);
  await drawer.getByRole('tab', { name: /^未读/ }).click();

  await complaint.getByRole('button', { name: '查看详情' }).click();
  await expect(page).toHaveURL(/\/workordermanagement\/myComplaintWorkOrder$/);
  await expect(drawer).toBeHidden();
  await expect.poll(() => unreadIn(page)).toBe(before - 1);

  await page.goto('/');
  await expect(bell(page)).toHaveAccessibleName(/条未读/);
  await page.setViewportSize({ width: 360, height: 740 });
  await bell(page).click();
  const pool = item(drawer, '客户即将退回公海');
  await pool.getByRole('button', { name: '删除' }).click();
  await expect.poll(() => unreadIn(page)).toBe(before - 2);
  await page.getByRole('button', { name: '撤销', exact: true }).click();
  await expect(pool).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await pool.getByRole('button', { name: '标为已读' }).click();
  await drawer.getByRole('button', { name: '全部标为已读' }).click();
  await expect(drawer.getByText('暂无消息')).toBeVisible();
  await page.reload();
  await expect(bell(page)).toHaveAccessibleName('消息通知');
});

test('an update of the product opens by itself at once, is kept to those who may, and opens only once', async ({
  page,
  browser,
  request,
}) => {
  await signIn(page, 'sales2');
  await expect(bell(page)).toBeVisible();
  const { data } = await callApi(request, await tokenOnPage(page), '/v1/sys/user/notify/all/query', { stage: '1' });
  const unread = Number(data?.length);
  const takeBack = await publishUpdate(request, '列表分组');
  try {
    // Told at once, on no matter which page; asking for it would take minutes.
    const dialog = updateDialog(page);
    await expect(dialog.getByRole('listitem')).toHaveText('列表可以分组', { timeout: 5000 });
    await expect(dialog).toContainText('平台：管理后台');
    expect(await page.evaluate(() => Reflect.get(window, 'hasRun'))).toBeUndefined();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: '查看更多' }).click();
    await expect(page.getByText('暂无权限，请联系行政老师开通权限')).toBeVisible();
    await dialog.getByRole('button', { name: '知道了' }).click();
    await expect(dialog).toBeHidden();
    await expect.poll(() => unreadIn(page)).toBe(unread + 1);
    await page.reload();
    await expect(bell(page)).toHaveAccessibleName(/条未读/);
    await expect(dialog).toBeHidden();

    const other = await browser.newContext();
    const managers = await other.newPage();
    await signIn(managers, 'manager');
    await updateDialog(managers).getByRole('button', { name: '查看更多' }).click();
    await expect(managers).toHaveURL(/\/systemsetup\/versionUpdate$/);
    await managers.getByRole('link', { name: '列表分组', exact: true }).click();
    await expect(managers.getByRole('heading', { name: '列表分组', level: 1 })).toBeVisible();
    await expect(managers.locator('.engine-html').getByRole('listitem')).toHaveText('列表可以分组');
    expect(await accessibilityFaults(managers)).toEqual([]);
    await other.close();
  } finally {
    await takeBack();
  }
});
