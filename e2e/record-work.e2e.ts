import type { Page } from '@playwright/test';
import { fillLogin } from './support/account.ts';
import { callApi, tokenOf, tokenOnPage } from './support/api.ts';
import { choose, openList, rows } from './support/screen.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test.beforeEach(async ({ page }) => {
  await signIn(page, 'manager');
});

test('two people change a customer: field by field it is chosen whose value stays', async ({ page }) => {
  await openCustomers(page);
  const id = await firstId(page);
  await rows(page).first().getByRole('button', { name: '编辑' }).click();
  const form = page.getByRole('dialog', { name: /编辑客户/ });
  await form.getByLabel('城市').fill('苏州');
  await form.getByLabel('省份').fill('江苏');
  await changeElsewhere(page, id, { city: '无锡', province: '江苏省', remark: '他人写的备注' });

  await form.getByRole('button', { name: '保存' }).click();

  const conflict = page.getByRole('dialog', { name: '他人也修改了这些内容' });
  const city = conflict.getByRole('radiogroup', { name: '“城市”保留哪一个' });
  await expect(city.getByRole('radio', { name: /他人改为.*无锡/s })).toBeVisible();
  await city.getByRole('radio', { name: /您的修改/ }).check();
  await conflict
    .getByRole('radiogroup', { name: '“省份”保留哪一个' })
    .getByRole('radio', { name: /他人改为/ })
    .check();
  await conflict.getByRole('button', { name: '合并并保存' }).click();
  await expect(page.getByText('已保存')).toBeVisible();
  const stored = await callApi(page.request, await tokenOnPage(page), '/v1/customer/view', { id });
  expect(stored.data).toMatchObject({ city: '苏州', province: '江苏省', remark: '他人写的备注' });
});

test('who else has a customer open is told, and that he changes it; it ends when he leaves', async ({
  page,
  browser,
}) => {
  await openCustomers(page);
  await rows(page).first().getByRole('link').first().click();
  await expect(page).toHaveURL(/allpromotepanoramic\?id=/);
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const other = await context.newPage();
  const { pathname, search } = new URL(page.url());
  await signIn(other, 'admin', `${pathname}${search}`);
  const told = page.locator('.engine-panorama-header .engine-presence');
  await expect(told).toHaveText(/ 也在看$/);
  await expect(other.locator('.engine-panorama-header .engine-presence')).toHaveText(/ 也在看$/);
  await other.getByRole('button', { name: '编辑', exact: true }).first().click();
  await expect(other.getByRole('dialog', { name: /编辑/ })).toBeVisible();
  await expect(told).toHaveText(/ 正在编辑$/);
  await other.keyboard.press('Escape');
  await expect(told).toHaveText(/ 也在看$/);
  await openList(other, '全部客户');
  await expect(told).toBeHidden();
  await context.close();
});

test('what was typed is offered back after a reload', async ({ page }) => {
  await openCustomers(page);
  await rows(page).first().getByRole('button', { name: '编辑' }).click();
  const form = page.getByRole('dialog', { name: /编辑客户/ });
  await form.getByLabel('城市').fill('常熟');
  await expect
    .poll(() =>
      page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('engine.draft.')).length),
    )
    .toBe(1);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await rows(page).first().getByRole('button', { name: '编辑' }).click();
  await expect(form.getByText(/有一份没有保存的草稿/)).toBeVisible();
  await form.getByRole('button', { name: '恢复草稿' }).click();
  await expect(form.getByLabel('城市')).toHaveValue('常熟');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('已保存')).toBeVisible();
});

test('the session ends in the middle of a form: signed in again, what was typed goes over what others changed', async ({
  page,
}) => {
  await openCustomers(page);
  const id = await firstId(page);
  const row = page.locator(`[data-row-key="${id}"]`).first();
  await row.getByRole('button', { name: '编辑' }).click();
  const form = page.getByRole('dialog', { name: /编辑客户/ });
  await form.getByLabel('城市').fill('张掖');
  await callApi(page.request, await tokenOnPage(page), '/v1/sys/user/logout');
  await changeElsewhere(page, id, { city: '酒泉' });
  await form.getByRole('button', { name: '保存' }).click();
  page.once('dialog', (dialog) => dialog.accept());
  await page.getByRole('button', { name: '重新登录' }).click();
  await fillLogin(page, 'manager');
  await row.getByRole('button', { name: '编辑' }).click();
  await form.getByRole('button', { name: '恢复草稿' }).click();
  await expect(form.getByLabel('城市')).toHaveValue('张掖');
  await form.getByRole('button', { name: '保存' }).click();
  const conflict = page.getByRole('dialog', { name: '他人也修改了这些内容' });
  await conflict.getByRole('radio', { name: /您的修改/ }).check();
  await conflict.getByRole('button', { name: '合并并保存' }).click();
  await expect(page.getByText('已保存')).toBeVisible();
  const stored = await callApi(page.request, await tokenOnPage(page), '/v1/customer/view', { id });
  expect(stored.data).toMatchObject({ city: '张掖' });
});

test('the history tells who changed what, is narrowed to a field, and takes back a change that still stands', async ({
  page,
}) => {
  await openCustomers(page);
  const id = await firstId(page);
  const city = async () => {
    const { data } = await callApi(page.request, await tokenOnPage(page), '/v1/customer/view', { id });
    return data?.city;
  };
  await changeElsewhere(page, id, { city: '原在此城' });
  await changeElsewhere(page, id, { city: '误改之城' });
  await page.goto(`/customer/business/allpromotepanoramic?id=${id}`);
  await page.getByRole('tab', { name: '变更记录' }).click();
  const newest = page.getByRole('article').first();
  await expect(newest).toContainText('编辑');
  await expect(newest).toContainText('城市');
  await choose(page, '改动的字段', '城市');
  await expect
    .poll(async () => (await page.getByRole('article').allInnerTexts()).every((text) => text.includes('城市')))
    .toBe(true);

  const undo = async () => {
    await newest.getByRole('button', { name: '撤销' }).click();
    await page
      .getByRole('tooltip')
      .getByRole('button', { name: /撤\s?销/ })
      .click();
  };
  // Only the last change of a field stands as it was left.
  await expect(page.getByRole('article').getByRole('button', { name: '撤销' })).toHaveCount(1);
  await undo();
  await expect(page.getByText('已改回之前的内容')).toBeVisible();
  expect(await city()).toBe('原在此城');
  await expect(newest).toContainText('误改之城');
  // Somebody was faster: what he wrote stays, and he is named.
  await changeElsewhere(page, id, { city: '他人改的城' });
  await undo();
  await expect(page.getByText(/已改为“他人改的城”/)).toBeVisible();
  expect(await city()).toBe('他人改的城');
});

test('a masked number is shown for a while, for a reason', async ({ page }) => {
  await openCustomers(page);
  await rows(page).first().getByRole('link').first().click();
  await page.getByRole('button', { name: '查看“手机号”明文' }).click();
  await page.getByLabel('查看原因').fill('客户约定今天回电');
  await page.getByRole('button', { name: '查看', exact: true }).click();
  await expect(page.getByText(/\d+ 秒后隐藏/)).toBeVisible();
});

test('goes from customer to customer along the list it came from, with keys', async ({ page }) => {
  await openCustomers(page);
  const names = await rows(page).getByRole('link').allInnerTexts();
  await rows(page).first().getByRole('link').first().click();
  await expect(page.getByText(/^第 1 \/ [\d,]+\+? 条$/)).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByText(/^第 2 \/ /)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(names[1] ?? '');
  await page.getByRole('button', { name: '上一条' }).click();
  await expect(page.getByText(/^第 1 \/ /)).toBeVisible();

  // On paper stands what is known of the customer, and nothing to press.
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toContainText(names[0] ?? '');
  await expect(page.getByRole('button', { name: '上一条' })).toBeHidden();
  await expect(page.getByRole('navigation', { name: '主菜单' })).toBeHidden();
});

test('changes a cell in the list, and has the old value back where somebody was faster', async ({ page }) => {
  await openCustomers(page);
  const id = await firstId(page);
  const cell = page.locator(`[data-row-key="${id}"] [data-edit-cell="city"]`);
  await cell.dblclick();
  await cell.getByRole('textbox').fill('昆山');
  await cell.getByRole('textbox').press('Enter');
  await expect(cell.getByRole('img', { name: '已保存' })).toBeVisible();
  await expect(cell).toContainText('昆山');
  await changeElsewhere(page, id, { city: '太仓' });
  await cell.dblclick();
  await cell.getByRole('textbox').fill('张家港');
  await cell.getByRole('textbox').press('Enter');
  await expect(cell.getByRole('img', { name: /没有保存：.*已改为“太仓”/ })).toBeVisible();
  await expect(cell).toContainText('太仓');
});

async function openCustomers(page: Page): Promise<void> {
  await page.goto('/customer/business/alllist');
  await expect(rows(page).first()).toBeVisible();
}

async function firstId(page: Page): Promise<string> {
  return (await rows(page).first().getAttribute('data-row-key')) ?? '';
}

/** Changes a customer as somebody else does meanwhile, past the screen. */
async function changeElsewhere(page: Page, id: string, values: Readonly<Record<string, unknown>>): Promise<void> {
  const token = await tokenOf(page.request, 'admin');
  const stored = await callApi(page.request, token, '/v1/customer/view', { id });
  const answer = await callApi(page.request, token, '/v1/customer/modify', {
    id,
    version: stored.data?.version,
    ...values,
  });
  expect(answer.code, answer.message).toBe('0');
}
