import type { Page } from '@playwright/test';
import { accessibilityFaults } from './support/accessibility.ts';
import { signIn } from './support/account.ts';
import { callApi, tokenOf } from './support/api.ts';
import { expect, test } from './support/test.ts';

const purse = (page: Page) => page.getByRole('region', { name: '我的积分' });
const points = async (page: Page) =>
  Number((await purse(page).getByRole('definition').first().innerText()).replaceAll(',', ''));
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
