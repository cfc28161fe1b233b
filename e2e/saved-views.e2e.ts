import type { Page } from '@playwright/test';
import { accessibilityFaults } from './support/accessibility.ts';
import { choose, column, openList, rows } from './support/screen.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const list = '全部客户';
const shared = `有意向的客户 ${String(Date.now()).slice(-6)}`;
const own = `我的意向 ${String(Date.now()).slice(-6)}`;

const switcher = (page: Page) => page.getByRole('button', { name: /^视图：/ });
const panel = (page: Page) => page.getByRole('group', { name: '当前视图' });

const saveAs = async (page: Page, name: string, share?: string) => {
  await page.getByRole('button', { name: '另存为' }).first().click();
  const dialog = page.getByRole('dialog', { name: '另存为视图' });
  await dialog.getByLabel('视图名称').fill(name);
  if (share === undefined) await expect(dialog.getByRole('radio')).toHaveCount(0);
  else await dialog.getByRole('radio', { name: share }).check();
  await dialog.getByRole('button', { name: /保\s?存/ }).click();
  await expect(switcher(page)).toHaveAccessibleName(`视图：${name}`);
};

test('a view shared with everybody becomes one’s own, and follows its owner to another machine', async ({
  browser,
  page,
}) => {
  // Two people on three machines.
  test.slow();
  await signIn(page, 'manager', '/customer/business/alllist');
  await expect(rows(page).first()).toBeVisible({ timeout: 30_000 });
  await expect(switcher(page)).toHaveAccessibleName('视图：标准视图');
  await choose(page, '跟进阶段', '有意向');
  await page.getByRole('button', { name: '查询' }).click();
  await expect(switcher(page)).toHaveAccessibleName('视图：标准视图（已改动）');
  await saveAs(page, shared, '所有人');
  await expect(page).toHaveURL(/[?&]view=[0-9a-f-]{36}$/);

  const server = await browser.newContext();
  const sales = await server.newPage();
  await signIn(sales, 'sales');
  await openList(sales, list);
  await switcher(sales).press('Enter');
  await expect(panel(sales)).toBeVisible();
  await sales.getByRole('button', { name: new RegExp(shared) }).press('Enter');
  await expect(switcher(sales)).toHaveAccessibleName(`视图：${shared}`);
  await expect.poll(async () => new Set(await column(sales, '跟进阶段'))).toEqual(new Set(['有意向']));

  // What he does to the columns is his alone, and marked.
  await sales.getByRole('button', { name: '列设置' }).click();
  await sales.getByRole('checkbox', { name: '客户等级', exact: true }).click();
  await sales.keyboard.press('Escape');
  await expect(sales.getByRole('columnheader', { name: '客户等级' })).toHaveCount(0);
  await expect(switcher(sales)).toHaveAccessibleName(`视图：${shared}（已改动）`);
  expect(await accessibilityFaults(sales)).toEqual([]);

  await saveAs(sales, own);
  await switcher(sales).click();
  await panel(sales).getByRole('button', { name: '设为默认' }).click();
  await expect(sales.getByText('以后打开本页先显示这个视图').first()).toBeVisible();
  await sales.reload();
  await expect(switcher(sales)).toHaveAccessibleName(`视图：${own}`);
  await server.close();

  const elsewhere = await browser.newContext();
  const again = await elsewhere.newPage();
  await signIn(again, 'sales');
  await openList(again, list);
  await expect(switcher(again)).toHaveAccessibleName(`视图：${own}`);
  await expect(again.getByRole('columnheader', { name: '客户等级' })).toHaveCount(0);
  await expect.poll(async () => new Set(await column(again, '跟进阶段'))).toEqual(new Set(['有意向']));

  // The page as it ships is one choice away, and the default can be taken back.
  await switcher(again).click();
  await again.getByRole('button', { name: '标准视图' }).click();
  await expect(again).toHaveURL(/[?&]view=standard$/);
  await expect(again.getByRole('columnheader', { name: '客户等级' })).toBeVisible();
  await switcher(again).click();
  await panel(again).getByRole('button', { name: '设为默认' }).click();
  await expect(again.getByText('以后打开本页先显示标准视图').first()).toBeVisible();
  await elsewhere.close();
});
