import type { Page } from '@playwright/test';
import { accessibilityFaults } from './support/accessibility.ts';
import { fillLogin, password } from './support/account.ts';
import { callApi, tokenOnPage } from './support/api.ts';
import { rows } from './support/screen.ts';
import { signIn, signInByForm } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: '命令面板' });

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  // Nobody types as fast as a machine.
  await expect(palette(page).getByRole('combobox')).toBeFocused();
}

test('pages and actions are found without the pointer, in menu and palette', async ({ page }) => {
  await signIn(page, 'sales', '/customer/business/alllist');
  await expect(rows(page).first()).toBeVisible();

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

test('people and things are found from anywhere, and those opened last stand first', async ({ page }) => {
  await signIn(page, 'sales', '/customer/business/alllist');
  await expect(rows(page).first()).toBeVisible();
  const name = (await rows(page).first().getByRole('link').first().innerText()).trim();
  await openPalette(page);
  await page.keyboard.type(name);
  const found = palette(page).getByRole('group', { name: /^客户/ }).getByRole('option').first();
  await expect(found).toContainText(name);
  await expect(found).toContainText(/1\d\d\*{4}\d{4} · .* · KH\d+/);
  const detail = await found.innerText();
  expect(await accessibilityFaults(page)).toEqual([]);
  await found.click();
  await expect(page).toHaveURL(/allpromotepanoramic\?id=/);
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();

  // By the last four digits too, and what is to be done is done at once.
  const [, end = ''] = /\*{4}(\d{4})/.exec(detail) ?? [];
  await openPalette(page);
  await page.keyboard.type(end);
  const again = palette(page)
    .getByRole('group', { name: /^客户/ })
    .getByRole('option', { name: new RegExp(name) });
  await again.first().hover();
  await page.keyboard.press('Shift+Enter');
  await expect(page.getByRole('dialog', { name: /写跟进/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: /写跟进/ })).toBeHidden();

  // By initials no number is needed; of colleagues a sales person finds none.
  await openPalette(page);
  await expect(palette(page).getByRole('group', { name: '最近打开' }).getByRole('option').first()).toContainText(name);
  await page.keyboard.type('group_leader');
  await expect(palette(page).getByRole('status')).toHaveText('没有匹配的记录、页面或操作');
});

test('a language takes effect at once: words, menu and errors, and what is typed stays; settings stay over a reload', async ({
  page,
}) => {
  await signIn(page, 'sales', '/customer/business/chancecreate');
  const typed = page.getByPlaceholder('例如：2026 年法考全程班');
  await typed.fill('写到一半');
  await page.getByRole('button', { name: '语言' }).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await expect(page).toHaveTitle('New opportunity - Learning Platform Admin');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
  await expect(typed).toHaveValue('写到一半');
  await typed.press('Control+Enter');
  await expect(page.getByText(/ is required$/).first()).toBeVisible();
  await expect(typed).toHaveValue('写到一半');

  await typed.fill('');
  await page.goto('/customer/business/alllist');
  await expect(rows(page).first()).toBeVisible();
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitem', { name: 'Português' }).click();
  await expect(
    rows(page)
      .getByText(/^\d\d\/\d\d( \d\d:\d\d|\/20\d\d)/)
      .first(),
  ).toBeVisible();

  await page.getByRole('button', { name: /menu do usuário/ }).click();
  await page.getByRole('menuitem', { name: 'Configurações da página' }).click();
  const drawer = page.getByRole('dialog', { name: 'Configurações da página' });
  await drawer.getByText('Menu superior').click();
  await drawer.getByText('Menu claro').click();
  await drawer.getByText('Escura', { exact: true }).click();
  await drawer.getByText('Fixa', { exact: true }).click();
  await page.reload();

  await expect(page.locator('.shell')).toHaveAttribute('data-layout', 'top');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(
    rows(page)
      .getByText(/^\d\d\/\d\d( \d\d:\d\d|\/20\d\d)/)
      .first(),
  ).toBeVisible();
  const { width } = (await page.locator('#shell-content').boundingBox()) ?? { width: 0 };
  expect(width).toBeLessThanOrEqual(1152);
  expect(await accessibilityFaults(page)).toEqual([]);

  await page.getByRole('button', { name: 'Tela cheia', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Sair da tela cheia' })).toBeVisible();
});

test('signing in again over the page keeps what was typed and sends the request once more', async ({ page }) => {
  await signIn(page, 'sales', '/customer/business/alllist');
  await expect(rows(page).first()).toBeVisible();
  await rows(page).first().getByRole('button', { name: /^编辑/ }).click();
  const form = page.getByRole('dialog', { name: /编辑/ });
  await form.getByLabel('微信号').fill('again_over_the_page');
  await callApi(page.request, await tokenOnPage(page), '/v1/sys/user/logout');
  const sent: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/v1/customer/modify')) sent.push(request.headers()['idempotency-key']);
  });

  await form.getByRole('button', { name: '保存' }).click();
  const here = page.getByRole('button', { name: '在本页登录' });
  await expect(here).toHaveClass(/ant-btn-primary/);
  await expect(page.getByRole('button', { name: '重新登录' })).not.toHaveClass(/ant-btn-primary/);
  await here.click();
  const dialog = page.getByRole('dialog', { name: '在本页登录' });
  // Whose session it was is known.
  await expect(dialog.getByLabel('账号')).toHaveValue('sales');
  await dialog.getByLabel('密码', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: '登录', exact: true }).click();

  // Nobody presses save again.
  await expect(form).toBeHidden();
  await expect(page.getByText('登录已失效，请重新登录')).toBeHidden();
  expect(sent).toHaveLength(2);
  expect(sent[0]).toBe(sent[1]);
});

test('the screen is locked: nothing of the page is seen, here or in another tab, until its user signs in, and what was typed stays', async ({
  page,
  context,
}) => {
  await signInByForm(page, 'sales');
  await page.goto('/customer/business/alllist');
  const other = await context.newPage();
  await other.goto('/customer/business/highsea');
  await expect(rows(other).first()).toBeVisible();
  await page.bringToFront();
  await rows(page).first().getByRole('button', { name: /^编辑/ }).click();
  const form = page.getByRole('dialog', { name: /编辑/ });
  await form.getByLabel('城市').fill('锁屏之前写的');
  await page.getByRole('button', { name: /用户菜单/ }).press('Enter');
  await page.getByRole('menuitem', { name: '锁定屏幕' }).press('Enter');
  for (const one of [page, other]) {
    const lock = one.getByRole('dialog', { name: '屏幕已锁定' });
    await expect(lock.getByLabel('密码', { exact: true })).toBeVisible();
    // The mask lies over everything, and is not seen through.
    const ground = await one.locator('.login-locked .ant-modal-mask').evaluate((mask) => {
      const { width, height } = mask.getBoundingClientRect();
      const { backgroundColor, opacity } = getComputedStyle(mask);
      return { isWhole: width >= window.innerWidth && height >= window.innerHeight, backgroundColor, opacity };
    });
    expect(ground).toMatchObject({ isWhole: true, opacity: '1' });
    expect(ground.backgroundColor).toMatch(/^rgb\(/);
  }
  const lock = page.getByRole('dialog', { name: '屏幕已锁定' });
  await page.keyboard.press('Escape');
  await expect(lock).toBeVisible();
  await expect(lock.getByLabel('账号')).toHaveValue('sales');
  await lock.getByLabel('密码', { exact: true }).fill(password);
  await lock.getByRole('button', { name: '登录', exact: true }).click();
  await expect(lock).toBeHidden();
  await expect(form.getByLabel('城市')).toHaveValue('锁屏之前写的');
  await expect(other.getByRole('dialog', { name: '屏幕已锁定' })).toBeHidden();
});

test('the look: without colours, larger letters, colours for the colour-blind, and back', async ({ page }) => {
  await signIn(page, 'sales', '/customer/business/alllist');
  await expect(rows(page).first()).toBeVisible();
  const look = () =>
    page.evaluate(() => ({
      letters: getComputedStyle(document.querySelector('tr[data-row-key] td') ?? document.body).fontSize,
      filter: getComputedStyle(document.documentElement).filter,
    }));
  const usual = await look();
  await page.getByRole('button', { name: /用户菜单/ }).click();
  await page.getByRole('menuitem', { name: '页面设置' }).click();
  const drawer = page.getByRole('dialog', { name: '页面设置' });
  await drawer.getByRole('switch', { name: '灰色模式' }).click();
  await expect.poll(async () => (await look()).filter).toContain('grayscale');
  await drawer.getByRole('switch', { name: '灰色模式' }).click();
  await drawer.getByRole('switch', { name: '色弱模式' }).click();
  await expect.poll(async () => (await look()).filter).not.toBe(usual.filter);
  await drawer.getByRole('switch', { name: '色弱模式' }).click();
  await drawer.getByText('大', { exact: true }).click();
  await expect.poll(async () => Number.parseFloat((await look()).letters)).toBe(Number.parseFloat(usual.letters) + 2);
  await drawer.getByText('小', { exact: true }).click();
  await expect
    .poll(async () => Number.parseFloat((await look()).letters))
    .toBeLessThan(Number.parseFloat(usual.letters));
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

test('personal information: another picture shows in the header at once; browser and microphone are looked at', async ({
  page,
}) => {
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  await signIn(page, 'promoter');
  await page.getByRole('button', { name: /用户菜单/ }).click();
  await page.getByRole('menuitem', { name: '个人信息' }).click();
  await expect(page).toHaveURL(/\/systemSetup\/personalData$/);
  const header = page.getByRole('button', { name: /用户菜单/ }).locator('img');
  await expect(page.getByRole('button', { name: '更换头像' })).toBeVisible();
  await expect(header).toHaveCount(0);
  await page.getByLabel('头像图片').setInputFiles({ name: '简历.txt', mimeType: 'text/plain', buffer: picture });
  await expect(page.getByRole('alert')).toContainText('简历.txt');
  await page.getByLabel('头像图片').setInputFiles({ name: '头像.png', mimeType: 'image/png', buffer: picture });
  await expect(page.getByRole('img', { name: /的头像$/ })).toBeVisible();
  await expect(header).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: '移除' }).click();
  await expect(header).toHaveCount(0);
  await page.getByRole('button', { name: '检测麦克风' }).click();
  await expect(
    page.getByText(/^(浏览器与麦克风正常|识别麦克风失败，请检查浏览器麦克风权限设置或麦克风是否松动)/),
  ).toBeVisible();
});

test('a browser that is not Chrome is warned of when somebody with a seat opens the product, once', async ({
  browser,
}) => {
  const context = await browser.newContext({ userAgent: 'Mozilla/5.0 (rv:140.0) Gecko/20100101 Firefox/140.0' });
  const page = await context.newPage();
  await signIn(page, 'sales');
  const warning = page.getByText('当前浏览器不支持网页电话，请使用谷歌浏览器（Chrome）');
  await expect(warning).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: /^消息通知/ })).toBeVisible();
  await expect(warning).toHaveCount(0);
  await context.close();
});
