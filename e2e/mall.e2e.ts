import type { Locator, Page } from '@playwright/test';
import { accessibilityFaults } from './support/accessibility.ts';
import { callApi, tokenOf, tokenOnPage } from './support/api.ts';
import { choose, rows } from './support/screen.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const picture = {
  name: '封面.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};
const purse = (page: Page) => page.getByRole('region', { name: '我的积分' });
const points = async (page: Page) => {
  const balance = purse(page).getByRole('definition').first();
  await expect(balance).toHaveText(/^[\d,]+$/);
  return Number((await balance.innerText()).replaceAll(',', ''));
};
const goods = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
const left = async (page: Page, name: string) =>
  Number(/剩 ([\d,]+) 件/.exec(await goods(page, name).innerText())?.[1]?.replaceAll(',', ''));

test('points buy goods: both grow less, the record can be cancelled, and too few points are told', async ({
  page,
  browser,
  request,
}) => {
  await signIn(page, 'sales');
  await page.getByRole('link', { name: '积分商城' }).click();
  await expect(page).toHaveURL(/\/mallManager\/mallHome$/);
  await expect(goods(page, '咖啡兑换券')).toBeVisible();
  const before = { points: await points(page), left: await left(page, '咖啡兑换券') };

  await page.getByRole('button', { name: '兑换咖啡兑换券' }).click();
  const dialog = page.getByRole('dialog', { name: '兑换“咖啡兑换券”' });
  await dialog.getByRole('spinbutton', { name: '数量' }).fill('2');
  await expect(dialog.getByText('300', { exact: true })).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: '确认兑换' }).click();
  await expect(page.getByText(/^兑换成功，单号 DH\d{14}$/)).toBeVisible();
  await expect.poll(() => points(page)).toBe(before.points - 300);
  await expect.poll(() => left(page, '咖啡兑换券')).toBe(before.left - 2);

  await page.getByRole('tab', { name: '积分明细' }).click();
  await expect(page.getByText('兑换 咖啡兑换券 × 2').first()).toBeVisible();
  await page.getByRole('tab', { name: '我的兑换' }).click();
  await page
    .getByRole('button', { name: /^取消兑换 DH/ })
    .first()
    .click();
  await page.getByRole('tooltip').getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('已取消').first()).toBeVisible();
  await expect.poll(() => points(page)).toBe(before.points);
  expect(await accessibilityFaults(page)).toEqual([]);

  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('tab', { name: '全部商品' }).click();
  await expect(goods(page, '咖啡兑换券')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  const poor = await browser.newPage();
  await signIn(poor, 'sales2');
  await poor.getByRole('link', { name: '积分商城' }).click();
  await expect(goods(poor, '咖啡兑换券')).toContainText('还差 70 积分');
  await expect(poor.getByRole('button', { name: '兑换咖啡兑换券' })).toBeDisabled();
  const token = await tokenOf(request, 'sales2');
  const shelf = await callApi(request, token, '/v1/commodity/query', {
    fields: ['id'],
    where: { field: 'name', op: 'eq', value: '咖啡兑换券' },
  });
  const [item] = Array.isArray(shelf.data?.list) ? shelf.data.list : [];
  const refused = await callApi(request, token, '/v1/commodity/exchange', { id: item?.id, quantity: 1 }, 'mallHome');
  expect(refused).toMatchObject({ code: '1', message: '积分不足：需要 150，现有 80' });
  await poor.close();
});

/** Chooses in a picker, again where the answer to a search came in between. */
const pick = (form: Locator, label: string, option: string) =>
  expect(async () => {
    await choose(form, label, option);
    await expect(form.getByTitle(option, { exact: true })).toBeVisible({ timeout: 1000 });
  }).toPass();

test('goods are written, put on the shelf and handed out; points are given, many of them only by two', async ({
  page,
  browser,
}) => {
  const name = `午餐券${String(Date.now()).slice(-6)}`;
  await signIn(page, 'admin');
  const menu = page.getByRole('navigation', { name: '主菜单' });
  await menu.getByText('系统设置', { exact: true }).click();
  await menu.getByText('积分商城', { exact: true }).click();
  await menu.getByRole('link', { name: '商品设置' }).click();
  await expect(page).toHaveURL(/\/mallManager\/commoditySetting$/);
  await expect(rows(page).first()).toBeVisible();
  await page.getByRole('button', { name: '新增', exact: true }).click();
  const form = page.getByRole('dialog', { name: '新增商品' });
  await form.getByLabel('商品名称').fill(name);
  await pick(form, '商品目录', '福利卡券');
  await choose(form, '商品类型', '优惠券');
  await form.getByLabel('封面').locator('input[type=file]').setInputFiles(picture);
  await expect(form.getByRole('img', { name: picture.name })).toBeVisible();
  await form.getByRole('button', { name: '下一步' }).click();
  await form.getByRole('spinbutton', { name: '积分价' }).fill('50');
  await form.getByRole('spinbutton', { name: '库存' }).fill('3');
  await form.getByRole('button', { name: '下一步' }).click();
  await form.getByRole('group', { name: '规格', exact: true }).getByRole('button', { name: '添加一行' }).click();
  await form.getByLabel('规格（第 1 行）').fill('面额');
  await expect.poll(() => page.evaluate(() => Object.values(localStorage).join())).toContain('面额');
  // The page goes; the step, the picture and the row come back.
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByRole('button', { name: '新增', exact: true }).click();
  await form.getByRole('button', { name: '恢复草稿' }).click();
  await expect(form.getByText('第 3 步，共 4 步')).toBeAttached();
  await expect(form.getByLabel('规格（第 1 行）')).toHaveValue('面额');
  await form.getByRole('button', { name: '删除第 1 行', exact: true }).first().click();
  await form.getByRole('button', { name: '上一步' }).click();
  await expect(form.getByRole('spinbutton', { name: '积分价' })).toHaveValue('50');
  await form.getByRole('button', { name: '上一步' }).click();
  await expect(form.getByRole('img', { name: picture.name })).toBeVisible();
  // The whole form in sight: a label that is scrolled away would be judged as if it were not there.
  const window = page.viewportSize() ?? { width: 1440, height: 900 };
  await page.setViewportSize({ ...window, height: 2400 });
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.setViewportSize(window);
  for (const _ of [2, 3, 4]) await form.getByRole('button', { name: '下一步' }).click();
  await form.getByRole('button', { name: '保存' }).click();
  const item = rows(page).filter({ hasText: name });
  await expect(item).toContainText('草稿');
  await item.getByRole('button', { name: /^上架/ }).click();
  await expect(item.getByRole('button', { name: /^下架/ })).toBeVisible();

  // Points: few at once, many when somebody else agrees.
  const buyer = await browser.newPage();
  await signIn(buyer, 'sales');
  const me = await callApi(buyer.request, await tokenOnPage(buyer), '/v1/sys/user/my/view');
  await buyer.goto('/mallManager/mallHome');
  await expect(goods(buyer, name)).toBeVisible();
  const before = await points(buyer);
  await page.goto('/mallManager/integralGrant');
  for (const [count, state] of [
    ['200', '已入账'],
    ['1500', '待复核'],
  ] as const) {
    // A list without rows offers it too.
    await page.getByRole('button', { name: '调整积分', exact: true }).first().click();
    const grant = page.getByRole('dialog', { name: '调整积分' });
    await pick(grant, '员工', String(me.data?.name));
    await grant.getByRole('spinbutton', { name: '积分' }).fill(count);
    await grant.getByLabel('原因').fill('月度之星');
    await grant.getByRole('button', { name: '保存' }).click();
    await expect(grant).toBeHidden();
    await expect(rows(page).first()).toContainText(state);
  }
  await expect(page.getByRole('button', { name: /^复核通过/ })).toHaveCount(0);
  const second = await browser.newPage();
  await signIn(second, 'manager', '/mallManager/integralGrant');
  await second.getByRole('button', { name: /^复核通过/ }).click();
  await second.getByRole('dialog').getByRole('button', { name: '复核通过', exact: true }).click();
  await expect(rows(second).first()).toContainText('已入账');

  await buyer.reload();
  await expect(goods(buyer, name)).toBeVisible();
  await expect.poll(() => points(buyer)).toBe(before + 1700);
  await buyer.getByRole('button', { name: `兑换${name}` }).click();
  await buyer.getByRole('dialog').getByRole('button', { name: '确认兑换' }).click();
  await expect(buyer.getByText(/^兑换成功/)).toBeVisible();
  await page.goto('/mallManager/exchangeRecord');
  const record = rows(page).filter({ hasText: name });
  await record.getByRole('button', { name: /^发放/ }).click();
  await expect(record).toContainText('已完成');
  await page.goto('/mallManager/integralList');
  await expect(rows(page).filter({ hasText: '月度之星' }).first()).toContainText('人工调整');
  await second.close();
  await buyer.close();
});
