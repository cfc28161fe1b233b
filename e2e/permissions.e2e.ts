import type { Page } from '@playwright/test';
import { accessibilityFaults } from './support/accessibility.ts';
import { rows } from './support/screen.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test('a page and a button taken from a role go at once from open pages, what is typed stays; given back they are there again', async ({
  page,
  browser,
}) => {
  await signIn(page, 'sales', '/customer/business/alllist');
  await expect(rows(page).first()).toBeVisible();
  const add = page.getByRole('button', { name: '新增', exact: true }).filter({ visible: true });
  await add.click();
  const drawer = page.getByRole('dialog', { name: '新增客户' });
  await drawer.getByLabel('姓名').fill('写到一半');
  const highsea = page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '公海查询' });
  await expect(highsea).toBeVisible();

  const admin = await browser.newPage();
  await signIn(admin, 'admin');
  await openSettings(admin);
  await toggle(admin, '公海查询', '打开页面');
  await toggle(admin, 'customer:add', 'customer:add');
  expect(await accessibilityFaults(admin)).toEqual([]);
  await save(admin, '去掉');

  await expect(highsea).toHaveCount(0);
  await expect(add).toHaveCount(0);
  await expect(drawer.getByLabel('姓名')).toHaveValue('写到一半');

  await toggle(admin, '公海查询', '打开页面');
  await toggle(admin, 'customer:add', 'customer:add');
  await save(admin, '增加');
  await expect(highsea).toBeVisible();
  await expect(add).toBeVisible();
  await expect(drawer.getByLabel('姓名')).toHaveValue('写到一半');
  await admin.close();
});

/** Opens the grants of the salespeople's role. */
async function openSettings(page: Page): Promise<void> {
  await page.goto('/systemSetup/menuManagement');
  await page.getByRole('navigation', { name: '角色' }).getByRole('button', { name: '业务员' }).click();
  await expect(page.getByRole('heading', { name: '业务员', exact: true })).toBeVisible();
}

/** Looks for words in the tree and ticks the first line that says them, or takes its tick away. */
async function toggle(page: Page, words: string, line: string): Promise<void> {
  await page.getByRole('searchbox', { name: '查找页面或按钮' }).fill(words);
  const tree = page.getByRole('tree', { name: '页面与按钮' });
  const node = tree.locator('.ant-tree-treenode').filter({ has: page.getByText(line, { exact: true }) });
  await node.first().getByRole('checkbox').click();
}

async function save(page: Page, word: string): Promise<void> {
  await page.getByRole('button', { name: '保存', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '保存“业务员”的改动' });
  await expect(dialog.getByRole('list', { name: '改动' })).toContainText(`${word}页面公海查询`);
  await dialog.getByRole('button', { name: '确认保存' }).click();
  await expect(dialog).toBeHidden();
}
