import type { Page } from '@playwright/test';
import { choose, column, openList, rows, total } from './support/screen.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const tab = (page: Page, name: string) =>
  page.getByRole('tablist', { name: '已打开的页面' }).getByRole('tab', { name });
const menuOf = async (page: Page, name: string, item: string) => {
  await tab(page, name).click({ button: 'right' });
  // While it opens it takes no clicks, and scrolling would close it.
  await expect(page.locator('.ant-dropdown:visible')).not.toHaveClass(/ant-slide/);
  const entry = page.getByRole('menuitem', { name: item, exact: true });
  await entry.click();
  await expect(entry).toBeHidden();
};
const titles = (page: Page) => page.getByRole('tablist', { name: '已打开的页面' }).getByRole('tab').allInnerTexts();

test('every page keeps its place in a tab of its own: filters, scrolling, name and order, over a reload too', async ({
  page,
}) => {
  // Low enough for any list to be longer.
  await page.setViewportSize({ width: 1440, height: 500 });
  await signIn(page, 'sales', '/customer/business/alllist');
  await expect(rows(page).first()).toBeVisible();
  await choose(page, '跟进阶段', '有意向');
  await page.getByRole('button', { name: '查询' }).click();
  await expect.poll(async () => new Set(await column(page, '跟进阶段'))).toEqual(new Set(['有意向']));
  const found = await total(page);
  await page.mouse.wheel(0, 300);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  const scrolled = await page.evaluate(() => window.scrollY);

  await openList(page, '我的商机');
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await tab(page, '全部客户').click();
  await expect(page).toHaveURL(/alllist\?.*stage/);
  await expect.poll(() => total(page)).toBe(found);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled);
  await expect(tab(page, '全部客户')).toHaveAttribute('aria-selected', 'true');

  await menuOf(page, '我的商机', '重命名');
  await page.getByRole('textbox', { name: '请输入标签名称' }).fill('本周商机');
  await page.keyboard.press('Enter');
  await tab(page, '本周商机').press('Control+Home');
  const order = await titles(page);
  expect(order[0]).toBe('本周商机');
  await page.reload();
  await expect(rows(page).first()).toBeVisible();
  expect(await titles(page)).toEqual(order);
  // The menu leads to the page as its tab has it.
  await tab(page, '本周商机').click();
  await openList(page, '全部客户');
  await expect(page).toHaveURL(/alllist\?.*stage/);
});

test('the tab of a record bears its name, and another one that of the record shown after it', async ({ page }) => {
  await signIn(page, 'sales', '/customer/business/alllist');
  await expect(rows(page).first()).toBeVisible();
  for (const place of [0, 1]) {
    const link = rows(page).nth(place).getByRole('link').first();
    const name = await link.innerText();
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
    await expect(tab(page, `客户 · ${name}`)).toHaveAttribute('aria-selected', 'true');
    expect((await titles(page)).filter((title) => title.startsWith('客户 · '))).toEqual([`客户 · ${name}`]);
    await tab(page, '全部客户').click();
    await expect(rows(page).first()).toBeVisible();
  }
});

test('a record opened beside has a tab of its own, which stays; a pinned one outlives closing and a reload', async ({
  page,
}) => {
  await signIn(page, 'sales', '/customer/business/alllist');
  await expect(rows(page).first()).toBeVisible();
  const links = [0, 1, 2, 3].map((place) => rows(page).nth(place).getByRole('link').first());
  const names = await Promise.all(links.map(async (link) => `客户 · ${(await link.innerText()).trim()}`));
  const [first = '', second = '', third = '', fourth = ''] = names;
  const records = async () => (await titles(page)).filter((title) => title.startsWith('客户 · '));
  const back = async () => {
    await tab(page, '全部客户').click();
    await expect(rows(page).first()).toBeVisible();
  };
  await links[0]?.click();
  await expect(tab(page, first)).toHaveAttribute('aria-selected', 'true');
  await back();
  // Ctrl opens it and stays; what is called how is asked, for no page has shown it.
  await links[1]?.click({ modifiers: ['Control'] });
  await expect.poll(records).toEqual([second, first]);
  await expect(tab(page, '全部客户')).toHaveAttribute('aria-selected', 'true');
  await links[2]?.click();
  await expect.poll(records).toEqual([second, third]);
  await back();
  await links[3]?.click({ button: 'right' });
  await page.getByRole('menuitem', { name: '在新标签页打开' }).click();
  await expect(tab(page, fourth)).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('heading', { level: 1, name: fourth.replace('客户 · ', ''), exact: true })).toBeVisible();

  await tab(page, second).press('p');
  await expect.poll(async () => (await titles(page))[0]).toBe(second);
  await page.reload();
  await expect(tab(page, fourth)).toHaveAttribute('aria-selected', 'true');
  // Names of people are not kept in the browser: they come again.
  await expect.poll(async () => (await records()).toSorted()).toEqual([second, third, fourth].toSorted());
  expect((await titles(page))[0]).toBe(second);
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(
    second.replace('客户 · ', ''),
  );
  await menuOf(page, fourth, '关闭全部');
  await expect.poll(() => titles(page)).toEqual([second]);
  await tab(page, second).press('Delete');
  await expect(page.getByText('固定的标签不能关闭，请先取消固定')).toBeVisible();
});

test('each record has a tab where that is chosen, and all of them are found in a list once the bar is full', async ({
  page,
}) => {
  await signIn(page, 'sales', '/customer/business/alllist');
  await page.getByRole('button', { name: /用户菜单/ }).click();
  await page.getByRole('menuitem', { name: '页面设置' }).click();
  await page.getByRole('switch', { name: '每条记录一个标签' }).click();
  await page.keyboard.press('Escape');
  const opened: string[] = [];
  for (const place of [0, 1, 2, 3, 4]) {
    const link = rows(page).nth(place).getByRole('link').first();
    const name = `客户 · ${(await link.innerText()).trim()}`;
    opened.push(name);
    await link.click();
    await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true');
    await tab(page, '全部客户').click();
    await expect(rows(page).first()).toBeVisible();
  }
  expect((await titles(page)).filter((title) => title.startsWith('客户 · '))).toEqual(opened);
  await page.setViewportSize({ width: 640, height: 800 });
  await page.getByRole('button', { name: '全部标签' }).press('Enter');
  const field = page.getByRole('combobox', { name: '搜索标签' });
  await expect(field).toBeFocused();
  await page.keyboard.type(opened[4] ?? '');
  await page.keyboard.press('Enter');
  await expect(tab(page, opened[4] ?? '')).toHaveAttribute('aria-selected', 'true');
  await expect(tab(page, opened[4] ?? '')).toBeInViewport();
});

test('tabs are closed one by one or by side, and the last one stays', async ({ page }) => {
  await signIn(page, 'sales', '/customer/business/alllist');
  await expect(rows(page).first()).toBeVisible();
  await openList(page, '我的商机');
  const before = await titles(page);
  await menuOf(page, '我的商机', '关闭右侧');
  await expect(page.getByText('右侧没有标签页')).toBeVisible();
  await menuOf(page, before[0] ?? '', '关闭左侧');
  await expect(page.getByText('左侧没有标签页')).toBeVisible();
  await menuOf(page, '我的商机', '关闭左侧');
  await expect.poll(() => titles(page)).toEqual(['我的商机']);
  await tab(page, '我的商机').press('Delete');
  await expect(page.getByText('这是最后一个标签页，不能被关闭')).toBeVisible();
  await openList(page, '全部客户');
  await tab(page, '全部客户').press('Delete');
  await expect(page).toHaveURL(/chance/i);
  await expect.poll(() => titles(page)).toEqual(['我的商机']);
});

test('typed work stays with its tab, and is asked about before the tab goes', async ({ page }) => {
  await signIn(page, 'sales', '/customer/business/alllist');
  await expect(rows(page).first()).toBeVisible();
  await openList(page, '我的商机');
  await tab(page, '全部客户').click();
  await expect(page.getByRole('heading', { name: '全部客户', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: '新增' }).filter({ visible: true }).click();
  const drawer = page.getByRole('dialog', { name: '新增客户' });
  await drawer.getByLabel('姓名').fill('周未存');
  await page.goBack();
  await expect(drawer).toBeHidden();
  await tab(page, '全部客户').click();
  await expect(drawer.getByLabel('姓名')).toHaveValue('周未存');

  // From another page, too: what would be lost is shown first, and named.
  await tab(page, '我的商机').press('Enter');
  await expect(drawer).toBeHidden();
  await menuOf(page, '全部客户', '关闭当前标签');
  const question = page.getByRole('dialog', { name: '有尚未保存的内容' });
  await expect(question).toContainText('姓名');
  await question.getByRole('button', { name: '继续编辑' }).click();
  await expect(question).toBeHidden();
  await expect(drawer.getByLabel('姓名')).toHaveValue('周未存');
  await tab(page, '全部客户').press('Delete');
  await question.getByRole('button', { name: '放弃' }).click();
  await expect(tab(page, '全部客户')).toHaveCount(0);
});
