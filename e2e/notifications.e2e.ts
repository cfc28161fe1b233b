import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { accessibilityFaults } from './support/accessibility.ts';
import { callApi, tokenOf, tokenOnPage } from './support/api.ts';
import { newCustomer } from './support/customer.ts';
import { settled } from './support/screen.ts';
import { signIn } from './support/sign-in.ts';
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
  // A fading alert is hard to read, and gone in a moment.
  await expect(page.locator('.alert-line')).toHaveCount(0);
  await bell(page).click();
  const drawer = drawerOf(page);
  const complaint = item(drawer, '投诉工单待受理');
  await expect(complaint).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await drawer.getByRole('tab', { name: '已读', exact: true }).click();
  await expect(item(drawer, '秋季冲刺班报名')).toContainText('名额 200 个');
  // An update has its dialog: here only its title and time.
  await expect(item(drawer, '产品更新提醒').getByRole('button')).toHaveText(['删除']);
  await expect(item(drawer, '产品更新提醒').getByRole('paragraph')).toHaveCount(0);
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
    await expect(dialog.getByRole('listitem')).toHaveText('列表可以分组', { timeout: 10_000 });
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

const alert = (page: Page, title: string) => page.locator('.alert-line').filter({ hasText: title });

/** An order that was given to somebody a moment ago; answers its number. */
async function assignTo(request: APIRequestContext, token: string): Promise<string> {
  const me = await callApi(request, token, '/v1/sys/user/my/view');
  // Who writes a complaint down does not handle it.
  const raiser = await tokenOf(request, 'manager');
  const customerId = await newCustomer(request, raiser, '督学没有联系的客户');
  const order = { type: 'complaint', customerId, title: '督学没有联系', content: '三周没有电话' };
  const inGroup = { ...order, assigneeDeptId: me.data?.departmentId };
  const { data } = await callApi(request, raiser, '/v1/work/order/create', inGroup, 'myComplaintWorkOrder');
  const assigned = await callApi(request, token, '/v1/work/order/assign', { id: data?.id, assigneeId: me.data?.id });
  expect(assigned.code).toBe('0');
  const made = await callApi(request, token, '/v1/work/order/view', { id: data?.id });
  return String(made.data?.woNo);
}

/** Announces an activity to the department of an account; answers what takes its notices back. */
async function announce(request: APIRequestContext, token: string, title: string): Promise<() => Promise<void>> {
  const me = await callApi(request, token, '/v1/sys/user/my/view');
  const admin = await tokenOf(request, 'admin');
  const body = { title, content: '<p>名额 <b>30</b> 个</p>', notify: true, departmentIds: [me.data?.departmentId] };
  const { data } = await callApi(request, admin, '/v1/announcement/create', body);
  expect((await callApi(request, admin, '/v1/announcement/publish', { id: data?.id })).code).toBe('0');
  return async () => {
    for (const account of ['group_leader', 'sales', 'sales2'] as const) {
      const own = await tokenOf(request, account);
      const base = '/v1/sys/user/notify';
      const last = await callApi(request, own, `${base}/type/last/my/query`, { stage: 1, type: 13 });
      if (last.data?.title === title) await callApi(request, own, `${base}/status/modify`, { id: last.data.id });
    }
  };
}

test('what is urgent is asked for in its time, shown as long as it shall be, and names real rows', async ({
  page,
  request,
}) => {
  const token = await tokenOf(request, 'group_leader');
  const woNo = await assignTo(request, token);
  const asked: Record<string, number> = {};
  page.on('request', (sent) => {
    const { pathname } = new URL(sent.url());
    asked[pathname] = (asked[pathname] ?? 0) + 1;
  });
  const counts = () =>
    [
      '/v1/system/update/message/latest/query',
      '/v1/work/order/ten/minute/query',
      '/v1/sys/user/notify/type/last/my/query',
      '/v1/work/order/processing/time/query',
    ].map((path) => asked[path] ?? 0);
  await page.clock.install();
  await signIn(page, 'group_leader');
  const tenMinutes = alert(page, '新分配待处理');
  const nearExpiry = alert(page, '工单临期提醒');
  await expect(tenMinutes).toContainText(`您有新的投诉工单【${woNo}】待受理，请在`);
  await expect(tenMinutes).toHaveCount(0);
  await expect(nearExpiry).toHaveCount(0);

  // Loaded anew, the page asks again for what it shows; the alerts had their turn.
  const before = counts();
  await page.reload();
  await expect.poll(() => counts()[0]).toBeGreaterThan(before[0] ?? 0);
  await expect(bell(page)).toHaveAccessibleName(/条未读/);
  expect(counts().slice(1)).toEqual(before.slice(1));
  await expect(page.locator('.alert-line')).toHaveCount(0);
  const [updates = 0, orders = 0, activities = 0, expiries = 0] = counts();
  expect(Math.min(updates, orders, activities, expiries)).toBeGreaterThan(0);

  // An activity shows as soon as it is announced, and stays.
  const takeBack = await announce(request, token, '双十二报名');
  try {
    const activity = alert(page, '活动通知');
    await expect(activity).toContainText('双十二报名');
    await expect(activity).toContainText('名额 30 个');
    // It covers nothing one could click: it stands in the header, beside its buttons.
    const place = await activity.boundingBox();
    const firstTool = await page.locator('.shell-tools').boundingBox();
    expect((place?.y ?? 0) + (place?.height ?? 0)).toBeLessThanOrEqual(56);
    expect((place?.x ?? 0) + (place?.width ?? 0)).toBeLessThanOrEqual(firstTool?.x ?? 0);
    expect(await accessibilityFaults(page)).toEqual([]);

    await page.clock.fastForward('05:01');
    await expect.poll(counts).toEqual([updates + 1, orders, activities + 1, expiries]);
    await page.clock.fastForward('05:01');
    await expect.poll(counts).toEqual([updates + 2, orders + 1, activities + 2, expiries]);
    await expect(tenMinutes).toHaveCount(0);
    // From here on only as far as told: three seconds for the first alert, somewhat more for the second.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 5000));
    await page.clock.fastForward('20:01');
    await expect(nearExpiry).toHaveCount(1);
    await expect(tenMinutes).toHaveCount(1);
    await page.clock.runFor(2900);
    await expect(tenMinutes).toHaveCount(1);
    await expect(nearExpiry).toContainText(/工单【GD\d{14}】(距离处理截止还有\d+分钟|已超时\d+分钟，请尽快处理)/);
    await page.clock.runFor(1200);
    await page.clock.resume();
    await expect(tenMinutes).toHaveCount(0);
    await expect(nearExpiry).toHaveCount(0);
    expect(counts()[3]).toBe(expiries + 1);

    // One alert, however often it was asked for; closed, it is not shown again.
    await expect(activity).toHaveCount(1);
    await activity.getByRole('button', { name: '关闭活动通知' }).click();
    await expect(activity).toHaveCount(0);
    const again = counts()[2] ?? 0;
    await page.clock.fastForward('10:01');
    await expect.poll(() => counts()[2]).toBeGreaterThan(again);
    await expect(activity).toHaveCount(0);

    await bell(page).click();
    const banner = item(drawerOf(page), '双十二报名');
    await expect(banner).toContainText('名额 30 个');
    await expect(banner.locator('time')).toBeVisible();
    await expect(banner.getByRole('button', { name: '查看详情' })).toHaveCount(0);
  } finally {
    await takeBack();
  }
});
