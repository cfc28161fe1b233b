import type { Page } from '@playwright/test';
import { accessibilityFaults } from './support/accessibility.ts';
import { signIn } from './support/account.ts';
import { openList, rows } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test.describe('accessibility', () => {
  test('the login page has no serious fault, with a message either', async ({ page }) => {
    await page.goto('/user/login');
    await expect(page.getByLabel('账号')).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);

    await page.getByRole('button', { name: '登录' }).click();
    await expect(page.getByText('请输入密码')).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test('list, form, panorama and workbench have no serious fault', async ({ page }) => {
    await signIn(page, 'sales');
    await lookThrough(page);
  });

  test('nor have they in the dark, which stays when one signs out', async ({ page }) => {
    await signIn(page, 'sales');
    await page.getByRole('button', { name: /用户菜单$/ }).click();
    await page.getByRole('menuitem', { name: '页面设置' }).click();
    const drawer = page.getByRole('dialog', { name: '页面设置' });
    await drawer.getByText('深色').click();
    expect(await accessibilityFaults(page), 'settings').toEqual([]);
    await drawer.getByRole('button', { name: '关闭' }).click();
    await expect(drawer).toBeHidden();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

    await lookThrough(page);
    await page.keyboard.press('Escape');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.evaluate(() => localStorage.removeItem('token'));
    await page.goto('/user/login');
    await expect(page.getByLabel('账号')).toBeVisible();
    expect(await accessibilityFaults(page), 'login').toEqual([]);
  });
});

async function lookThrough(page: Page): Promise<void> {
  await expect(page.getByRole('img', { name: /^每日跟进/ })).toBeVisible();
  expect(await accessibilityFaults(page), 'workbench').toEqual([]);

  await rows(page.getByRole('region', { name: '今日待跟进' }))
    .first()
    .getByRole('link')
    .click();
  await expect(page.getByRole('article').first()).toBeVisible();
  expect(await accessibilityFaults(page), 'panorama').toEqual([]);

  await openList(page, '全部客户');
  expect(await accessibilityFaults(page), 'list').toEqual([]);

  await page.getByRole('button', { name: '新增' }).click();
  const drawer = page.getByRole('dialog', { name: '新增客户' });
  await expect(drawer.getByLabel('姓名')).toBeFocused();
  await drawer.getByRole('button', { name: '保存' }).click();
  await expect(drawer.getByText('请填写姓名')).toBeVisible();
  expect(await accessibilityFaults(page), 'form').toEqual([]);
}

test.describe('on a window 360 px wide', () => {
  test.use({ viewport: { width: 360, height: 720 } });

  test('login and lists do not run over the side', async ({ page }) => {
    await page.goto('/user/login');
    await expect(page.getByLabel('账号')).toBeVisible();
    expect(await overflow(page)).toBe(0);

    await page.getByLabel('账号').fill('sales');
    await page.getByLabel('密码', { exact: true }).fill(process.env.E2E_PASSWORD ?? '');
    await page.getByRole('button', { name: '登录' }).click();
    await page.getByRole('button', { name: '打开菜单' }).click();
    const menu = page.getByRole('dialog', { name: '主菜单' });
    await menu.getByText('客户管理').click();
    await menu.getByText('业务列表').click();
    await menu.getByRole('link', { name: '全部客户' }).click();
    await expect(page.getByRole('heading', { name: '全部客户', level: 1 })).toBeVisible();
    await expect(rows(page).first()).toBeVisible();
    expect(await overflow(page)).toBe(0);
    // The search and what is beside it stand in one line.
    const tops = await page
      .getByRole('search')
      .locator('input, button')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ top, height }) => top + height / 2));
    expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(2);

    await page.goto('/customer/business/servicelist');
    await expect(page.getByRole('heading', { name: '我的服务工单', level: 1 })).toBeVisible();
    await expect(rows(page).first()).toBeVisible();
    expect(await overflow(page)).toBe(0);
    expect(await accessibilityFaults(page), 'list with tabs').toEqual([]);
  });
});

/** By how many pixels the page is wider than its window. */
async function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
