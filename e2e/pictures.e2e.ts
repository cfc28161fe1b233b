import type { Page } from '@playwright/test';
import { column, openList, rows, settled, sortDescending } from './support/screen.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

async function shoot(page: Page, name: string): Promise<void> {
  await expect(page.locator('.ant-message-notice')).toHaveCount(0);
  // Reminders are read and put away before a picture is made of what lies below them.
  const reminders = page.locator('.alert-line').getByRole('button', { name: /^关闭/ });
  await expect(async () => {
    while ((await reminders.count()) > 0) await reminders.first().click({ timeout: 1000 });
    expect(await page.locator('.alert-line').count()).toBe(0);
  }).toPass();
  await settled(page);
  await page.screenshot({ path: `docs/images/${name}.png`, animations: 'disabled' });
}

test('login', async ({ page }) => {
  await page.goto('/user/login');
  await expect(page.getByLabel('账号')).toBeFocused();
  await shoot(page, 'login');
});

test('workbench, list, form and panorama', async ({ page }) => {
  await signIn(page, 'sales');
  await page.getByText('近 30 天', { exact: true }).click();
  await expect(page.getByRole('img', { name: /^每日通话/ })).toBeVisible();
  // Its charts stand below the lists.
  await page.setViewportSize({ width: 1440, height: 1160 });
  await shoot(page, 'workbench');
  await page.setViewportSize({ width: 1440, height: 900 });

  await openList(page, '全部客户');
  await shoot(page, 'list');

  await page.getByRole('button', { name: '新增' }).click();
  const drawer = page.getByRole('dialog', { name: '新增客户' });
  await drawer.getByRole('button', { name: '保存' }).click();
  await expect(drawer.getByText('请填写姓名')).toBeVisible();
  await shoot(page, 'form');
  await page.keyboard.press('Escape');

  await sortDescending(page, '跟进数');
  await expect.poll(async () => Number((await column(page, '跟进数'))[0])).toBeGreaterThan(3);
  await rows(page).first().getByRole('link').first().click();
  await expect(page.getByRole('article').first()).toBeVisible();
  await shoot(page, 'panorama');
});

test('designing pages', async ({ page }) => {
  await signIn(page, 'admin', '/customer/business/alllist');
  await expect(rows(page).first()).toBeVisible();
  await page.getByRole('button', { name: /用户菜单$/ }).click();
  await page.getByRole('menuitem', { name: '设计此页' }).click();
  const designer = page.getByRole('region', { name: '页面设计' });
  await designer.getByRole('region', { name: '大纲' }).getByText('手机号', { exact: true }).last().click();
  await expect(designer.getByRole('region', { name: '设置' }).getByLabel('名称')).toBeVisible();
  await shoot(page, 'designer');
  await designer.getByRole('tab', { name: '源码' }).click();
  await expect(page.locator('.design-source .cm-line').first()).toBeVisible();
  await shoot(page, 'designer-source');
  await designer.getByRole('tab', { name: '大纲' }).click();
  const outline = designer.getByRole('region', { name: '大纲' });
  await designer.getByRole('region', { name: '设置' }).getByLabel('名称').fill('联系电话');
  await outline.getByText('联系电话', { exact: true }).click();
  await page.keyboard.press('Alt+ArrowDown');
  // Behind the filter of this name the column.
  await outline.getByText('客户等级', { exact: true }).nth(1).click();
  await page.keyboard.press('Delete');
  await expect(designer.getByText('草稿已保存')).toBeVisible();
  await designer.getByRole('button', { name: '比较' }).click();
  await expect(page.getByRole('dialog', { name: /^比较/ })).toContainText('联系电话');
  await shoot(page, 'designer-compare');
  await page.keyboard.press('Escape');
  await designer.getByRole('button', { name: '放弃草稿' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '放弃草稿' }).click();
  await expect(designer.getByText('没有未发布的改动')).toBeVisible();
  await designer.getByRole('button', { name: '退出设计' }).click();

  await page.goto('/design');
  await page.getByRole('tab', { name: '新页面' }).click();
  await page.getByRole('button', { name: '新建页面' }).click();
  const wizard = page.getByRole('dialog', { name: '新建页面' });
  await wizard.getByRole('combobox', { name: '资料' }).fill('教室');
  await page.keyboard.press('Enter');
  await expect(wizard.getByLabel('标题')).toHaveValue('教室');
  await shoot(page, 'designer-new-page');
});
