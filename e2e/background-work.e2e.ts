import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { callApi, tokenOnPage } from './support/api.ts';
import { choose, newMobile, rows, total } from './support/screen.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test.beforeEach(async ({ page }) => {
  await signIn(page, 'manager', '/customer/business/alllist');
  await expect(rows(page).first()).toBeVisible({ timeout: 30_000 });
});

test('exports a list and downloads a file that holds exactly its rows', async ({ page }) => {
  const count = await total(page);
  await page.getByRole('button', { name: '导出' }).click();
  const dialog = page.getByRole('dialog', { name: '导出：全部客户' });
  await expect(dialog.getByLabel(`全部符合条件的 ${count} 条`)).toBeChecked();
  await dialog.getByLabel('CSV').check();
  await dialog.getByLabel('导出原因（选填）').fill('月度复盘');
  await dialog.getByRole('button', { name: '开始导出' }).click();

  const tasks = page.getByRole('dialog', { name: '后台任务' });
  const task = tasks.getByRole('listitem').filter({ hasText: '导出客户' }).first();
  await expect(task.getByRole('button', { name: '下载文件' })).toBeVisible({ timeout: 30_000 });
  const text = await download(page, task.getByRole('button', { name: '下载文件' }));
  // The headings above the rows, who exported them and when below.
  expect(linesOf(text)).toHaveLength(count + 2);

  await page.reload();
  await page.getByRole('button', { name: /^后台任务/ }).click();
  await expect(tasks.getByRole('listitem').filter({ hasText: '导出客户' }).first()).toContainText('下载文件');
});

test('imports a table with a bad row, gives that row back, and takes the rest back', async ({ page }) => {
  const before = await total(page);
  const name = `导入${String(Date.now()).slice(-6)}`;
  await page.getByRole('button', { name: '导入' }).click();
  const drawer = page.getByRole('dialog', { name: '导入客户' });
  await drawer.locator('input[type=file]').setInputFiles({
    name: '线索.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(await table(page, name)),
  });
  await expect(drawer.getByText(/“线索\.csv”的各列/)).toBeVisible();
  await drawer.getByRole('button', { name: '预检' }).click();
  await expect(drawer.getByText('预检完成：共 3 条，可以导入 2 条')).toBeVisible({ timeout: 30_000 });
  await expect(drawer.getByText('第 4 行')).toBeVisible();
  await drawer.getByRole('button', { name: '导入 2 条' }).click();
  await expect(drawer.getByText('导入完成：共 3 条，成功 2 条')).toBeVisible({ timeout: 30_000 });
  const errors = linesOf(await download(page, drawer.getByRole('button', { name: '下载未导入的行' })));
  expect(errors).toHaveLength(2);
  expect(errors[0]).toContain('未导入原因');
  expect(errors[1]).toContain('手机号');
  await expect.poll(() => total(page)).toBe(before + 2);

  await drawer.getByRole('button', { name: /^撤销/ }).click();
  await page
    .getByRole('dialog', { name: /^撤销“导入客户/ })
    .getByRole('button', { name: '撤销' })
    .click();
  const tasks = page.getByRole('dialog', { name: '后台任务' });
  const undone = tasks.getByRole('listitem').filter({ hasText: '撤销导入客户' });
  await expect(undone.getByText('已撤销：删除2条，恢复0条，保留0条')).toBeVisible({ timeout: 30_000 });
  await expect.poll(() => total(page)).toBe(before);
});

test('transfers all customers that match, saying how many, and tells what became of each', async ({ page }) => {
  const name = `转移${String(Date.now()).slice(-6)}`;
  for (const each of ['甲', '乙', '丙']) await addCustomer(page, `${name}${each}`);
  await page.getByRole('textbox', { name: '关键字' }).fill(name);
  await page.getByRole('textbox', { name: '关键字' }).press('Enter');
  await expect.poll(() => total(page)).toBe(3);
  await rows(page).first().getByRole('checkbox').check();
  const bar = page.getByRole('region', { name: '批量操作' });
  await expect(bar).toContainText('已选 1 条');
  await bar.getByRole('button', { name: '选择全部符合条件的 3 条' }).click();
  await expect(bar).toContainText('已选全部符合条件的 3 条');

  await bar.getByRole('button', { name: '转移' }).click();
  const form = page.getByRole('dialog', { name: '转移（3 条）' });
  await expect(form).toContainText('将处理全部符合条件的 3 条数据，包括不在本页的');
  // Not anybody: who receives works on the customers' project.
  const account = { where: { field: 'account', op: 'eq', value: 'sales' } };
  await choose(form, '接收人', String((await firstRow(page, '/v1/sys/user/query', account)).name));
  await form.getByRole('button', { name: '确定' }).click();

  const tasks = page.getByRole('dialog', { name: '后台任务' });
  const task = tasks.getByRole('listitem').filter({ hasText: '批量转移：客户' }).first();
  await expect(task).toContainText(/成功 3 条，未成功 0 条/, { timeout: 30_000 });
  // What a step of the business has done is taken back by another such step, not by undoing.
  await expect(task.getByRole('button', { name: /^撤销/ })).toHaveCount(0);
});

test('imports a table into the pool by the rules of the form for one, and takes it back', async ({ page }) => {
  await page.goto('/customer/business/highsea');
  await expect(page.getByRole('button', { name: '导入公海', exact: true })).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: '批量导入公海' }).click();
  const drawer = page.getByRole('dialog', { name: '批量导入公海' });
  const name = `公海${String(Date.now()).slice(-6)}`;
  await drawer.locator('input[type=file]').setInputFiles({
    name: '公海.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(await table(page, name)),
  });
  await expect(drawer.getByText(/“公海\.csv”的各列/)).toBeVisible();
  await expect(drawer.getByText('查重字段')).toHaveCount(0);
  await drawer.getByRole('button', { name: '预检' }).click();
  await expect(drawer.getByText('预检完成：共 3 条，可以导入 2 条')).toBeVisible({ timeout: 30_000 });
  await drawer.getByRole('button', { name: '导入 2 条' }).click();
  await expect(drawer.getByText('导入完成：共 3 条，成功 2 条')).toBeVisible({ timeout: 30_000 });
  await drawer.getByRole('button', { name: /^撤销/ }).click();
  await page
    .getByRole('dialog', { name: /^撤销“导入公海/ })
    .getByRole('button', { name: '撤销' })
    .click();
  const tasks = page.getByRole('dialog', { name: '后台任务' });
  const undone = tasks.getByRole('listitem').filter({ hasText: '撤销导入公海' });
  await expect(undone.getByText('已撤销：删除2条，恢复0条，保留0条')).toBeVisible({ timeout: 30_000 });
});

test('merges exactly two selected customers, and one more from his panorama', async ({ page }) => {
  const name = `合二${String(Date.now()).slice(-6)}`;
  for (const each of ['甲', '乙', '丙']) await addCustomer(page, `${name}${each}`);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await signIn(page, 'admin', '/customer/business/alllist');
  await page.getByRole('textbox', { name: '关键字' }).fill(name);
  await page.getByRole('textbox', { name: '关键字' }).press('Enter');
  await expect.poll(() => total(page)).toBe(3);
  const bar = page.getByRole('region', { name: '批量操作' });
  const merge = bar.getByRole('button', { name: '合并' });
  for (const each of ['甲', '乙', '丙'])
    await rows(page)
      .filter({ hasText: `${name}${each}` })
      .getByRole('checkbox')
      .check();
  await expect(merge).toHaveAttribute('aria-disabled', 'true');
  await rows(page)
    .filter({ hasText: `${name}丙` })
    .getByRole('checkbox')
    .uncheck();
  await merge.click();
  await page
    .getByRole('dialog', { name: /合并/ })
    .getByRole('button', { name: /^(确\s?定|合\s?并)$/ })
    .click();
  await expect(page.getByText('已合并')).toBeVisible();
  await expect.poll(() => total(page)).toBe(2);
  await expect(rows(page).filter({ hasText: `${name}甲` })).toBeVisible();

  await page
    .getByRole('button', { name: `${name}丙` })
    .or(page.getByRole('link', { name: `${name}丙` }))
    .first()
    .click();
  await page.getByRole('button', { name: /^合\s?并$/ }).click();
  const dialog = page.getByRole('dialog', { name: '合并' });
  await choose(dialog, '与之合并的客户', `${name}甲`);
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('已合并').last()).toBeVisible();
  await page.goto('/customer/business/alllist');
  await page.getByRole('textbox', { name: '关键字' }).fill(name);
  await page.getByRole('textbox', { name: '关键字' }).press('Enter');
  await expect.poll(() => total(page)).toBe(1);
});

/** Clicks what gives a file, and reads it. */
async function download(page: Page, button: Locator): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return readFileSync(await file.path(), 'utf8');
}

function linesOf(text: string): readonly string[] {
  return text
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/);
}

/** Two good rows and one without a proper mobile number. */
async function table(page: Page, name: string): Promise<string> {
  const project = await firstName(page, '/v1/project/query');
  const channel = await firstName(page, '/v1/channel/query');
  const mobile = newMobile();
  return [
    '姓名,手机号,意向项目,来源渠道',
    `${name}甲,${mobile},${project},${channel}`,
    `${name}乙,${String(Number(mobile) + 1)},${project},${channel}`,
    `${name}丙,12345,${project},${channel}`,
  ].join('\n');
}

/** Adds a customer past the screen. */
async function addCustomer(page: Page, name: string): Promise<void> {
  const token = await tokenOnPage(page);
  const idOf = async (path: string) => String((await firstRow(page, path)).id);
  const body = {
    name,
    mobile: newMobile(),
    intentionProjectIds: [await idOf('/v1/project/query')],
    channelId: await idOf('/v1/channel/query'),
  };
  const answer = await callApi(page.request, token, '/v1/customer/create', body);
  expect(answer, JSON.stringify(answer)).toMatchObject({ code: '0' });
}

async function firstName(page: Page, path: string): Promise<string> {
  return String((await firstRow(page, path)).name);
}

async function firstRow(page: Page, path: string, asked: object = {}): Promise<Readonly<Record<string, unknown>>> {
  const answer = await callApi(page.request, await tokenOnPage(page), path, { ...asked, size: 1 });
  const list = answer.data?.list;
  return Array.isArray(list) ? list[0] : {};
}
