import type { Page } from '@playwright/test';
import { accessibilityFaults } from './support/accessibility.ts';
import { fillLogin, password, signIn } from './support/account.ts';
import { callApi, tokenOnPage } from './support/api.ts';
import { openList, rows } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: '命令面板' });

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  // Nobody types as fast as a machine.
  await expect(palette(page).getByRole('combobox')).toBeFocused();
}

test('pages and actions are found without the pointer, in menu and palette', async ({ page }) => {
  await signIn(page, 'sales');
  await openList(page, '全部客户');

  await openPalette(page);
  await page.keyboard.type('wdsj');
  await expect(palette(page).getByRole('option', { name: /我的商机/ })).toHaveAttribute('aria-selected', 'true');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/chancelist/);
  await expect(page).toHaveTitle('我的商机 - 学习平台后台管理系统');

  const field = page.getByRole('textbox', { name: '搜索菜单' });
  await field.fill('gonghai');
  const menu = page.getByRole('navigation', { name: '主菜单' });
  await expect(menu.getByRole('link')).toHaveText(['公海查询']);
  await field.press('Enter');
  await expect(page).toHaveURL(/highsea/);

  // What was open before stands first, before anything is typed.
  await openPalette(page);
  await expect(palette(page).getByRole('group', { name: '最近打开' }).getByRole('option').first()).toHaveText(
    /我的商机/,
  );
  await page.keyboard.type('全部客户');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/alllist/);
  await expect(rows(page).first()).toBeVisible();
  await openPalette(page);
  await page.keyboard.type('xinzeng');
  await expect(palette(page).getByRole('option', { name: /新增/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: '新增客户' })).toBeVisible();
});

test('settings show at once and stay over a reload; the language brings its numbers and days', async ({ page }) => {
  await signIn(page, 'sales');
  await openList(page, '全部客户');
  await page.getByRole('button', { name: '语言' }).click();
  await page.getByRole('menuitem', { name: 'Português' }).click();
  await expect(
    rows(page)
      .getByText(/^\d\d\/\d\d\/20\d\d \d\d:\d\d$/)
      .first(),
  ).toBeVisible();

  await page.getByRole('button', { name: /用户菜单/ }).click();
  await page.getByRole('menuitem', { name: '页面设置' }).click();
  const drawer = page.getByRole('dialog', { name: '页面设置' });
  await drawer.getByText('顶部菜单布局').click();
  await drawer.getByText('亮色菜单风格').click();
  await drawer.getByText('深色', { exact: true }).click();
  await drawer.getByText('定宽').click();
  await page.reload();

  await expect(page.locator('.shell')).toHaveAttribute('data-layout', 'top');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(
    rows(page)
      .getByText(/^\d\d\/\d\d\/20\d\d/)
      .first(),
  ).toBeVisible();
  const { width } = (await page.locator('#shell-content').boundingBox()) ?? { width: 0 };
  expect(width).toBeLessThanOrEqual(1232);
  expect(await accessibilityFaults(page)).toEqual([]);

  await page.getByRole('button', { name: '全屏', exact: true }).click();
  await expect(page.getByRole('button', { name: '退出全屏' })).toBeVisible();
});

test('signing in again over the page keeps what was typed and sends the request once more', async ({ page }) => {
  await signIn(page, 'sales');
  await openList(page, '全部客户');
  await rows(page).first().getByRole('button', { name: /^编辑/ }).click();
  const form = page.getByRole('dialog', { name: /编辑/ });
  await form.getByLabel('微信号').fill('again_over_the_page');
  await callApi(page.request, await tokenOnPage(page), '/v1/sys/user/logout');
  const sent: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/v1/customer/modify')) sent.push(request.headers()['idempotency-key']);
  });

  await form.getByRole('button', { name: '保存' }).click();
  await page.getByRole('button', { name: '在本页登录' }).click();
  const dialog = page.getByRole('dialog', { name: '在本页登录' });
  await dialog.getByLabel('账号').fill('sales');
  await dialog.getByLabel('密码', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: '登录', exact: true }).click();

  // Nobody presses save again.
  await expect(form).toBeHidden();
  await expect(page.getByText('登录已失效，请重新登录')).toBeHidden();
  expect(sent).toHaveLength(2);
  expect(sent[0]).toBe(sent[1]);
});

test('on a narrow window one signs in, opens a list from the menu, and nothing is wider than it', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/user/login');
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await fillLogin(page, 'sales');
  await page.getByRole('button', { name: '打开菜单' }).click();
  const menu = page.getByRole('dialog', { name: '主菜单' });
  await menu.getByRole('textbox', { name: '搜索菜单' }).fill('qbkh');
  await menu.getByRole('link', { name: '全部客户' }).click();
  await expect(menu).toBeHidden();
  await expect(rows(page).first()).toBeVisible();
  expect(await overflow()).toBeLessThanOrEqual(0);
  expect(await accessibilityFaults(page)).toEqual([]);
});
