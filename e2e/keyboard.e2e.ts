import { expect, type Locator, type Page } from '@playwright/test';
import { password } from './support/account.ts';
import { test } from './support/test.ts';

// Other journeys run without movement; here what moves is waited for.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const maxSteps = 120;

/** Goes on with Tab until something has the keyboard, as somebody without a mouse does; the keyboard is never lost. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let step = 0; step < maxSteps; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`the keyboard does not get to ${target}`);
}

/** Whether one sees where the keyboard is: a ring or a shadow around it or what it stands in. */
async function expectRing(target: Locator): Promise<void> {
  const hasRing = await target.evaluate((element) => {
    let node: Element | null = element;
    for (let up = 0; up < 3 && node !== null; up += 1, node = node.parentElement) {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(node);
      if ((outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none') return true;
    }
    return false;
  });
  expect(hasRing, `a ring around ${target}`).toBe(true);
}

/** Rows in sight; pages in other tabs keep theirs. */
function shownRow(page: Page, id?: string | null): Locator {
  return page.locator(`[data-row-key${id === undefined ? '' : `="${id}"`}]:visible`);
}

test('everything is done without a mouse, and the keyboard comes back where it was', async ({ page }) => {
  test.slow();
  await page.goto('/user/login');
  await tabTo(page, page.getByLabel('账号'));
  await page.keyboard.type('sales');
  await tabTo(page, page.getByLabel('密码', { exact: true }));
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');

  // From a figure to its rows.
  const figure = page.getByRole('region', { name: '应跟进客户' }).getByRole('link');
  await figure.waitFor({ timeout: 60_000 });
  await tabTo(page, figure);
  await expectRing(figure);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: '全部客户', level: 1 })).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: '清空条件' }));
  await page.keyboard.press('Enter');
  await expect(shownRow(page).first()).toBeVisible();

  // A filter.
  const stage = page.getByRole('combobox', { name: '跟进阶段' });
  await tabTo(page, stage, 'Shift+Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await tabTo(page, page.getByRole('button', { name: '查询' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: '当前筛选' })).toContainText('新客户');
  await expect(shownRow(page).filter({ hasNotText: '新客户' })).toHaveCount(0);

  // A record is changed, and the row has the keyboard again.
  await page.keyboard.press('/');
  await page.keyboard.press('Escape');
  const row = page.locator('[data-row-key]:focus');
  await expect(row).toHaveCount(1);
  const id = await row.getAttribute('data-row-key');
  await page.keyboard.press('e');
  const drawer = page.getByRole('dialog', { name: /编辑客户/ });
  await expect(drawer.getByLabel('姓名')).toBeFocused();
  await tabTo(page, drawer.getByLabel('城市'));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(`城${Date.now() % 1000}`);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('已保存')).toBeVisible();
  await expect(drawer).toBeHidden();
  await expect(shownRow(page, id)).toBeFocused();

  // Rows are selected, and left alone again.
  await page.keyboard.press(' ');
  await page.keyboard.press('j');
  await page.keyboard.press(' ');
  await expect(page.getByText(/已选\D*2/).first()).toBeVisible();

  // A record is opened and left; the row has the keyboard again.
  const here = await page.locator('[data-row-key]:focus').getAttribute('data-row-key');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/allpromotepanoramic\?id=/);
  await expect(page.getByRole('tab', { name: '时间线' })).toBeVisible();
  await tabTo(page, page.getByRole('tab', { name: '时间线' }));
  await page.keyboard.press('ArrowRight');
  await page.goBack();
  await expect(shownRow(page, here)).toBeFocused();

  // A column goes and comes back, and the views are within reach.
  const columns = page.getByRole('button', { name: '列设置' });
  const heading = page.getByRole('columnheader', { name: '客户等级' });
  await tabTo(page, columns, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('.engine-columns-panel')).toBeFocused();
  await tabTo(page, page.getByRole('checkbox', { name: '客户等级', exact: true }));
  await page.keyboard.press(' ');
  await expect(heading).toHaveCount(0);
  await page.keyboard.press(' ');
  await expect(heading).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(columns).toBeFocused();
  const views = page.getByRole('button', { name: /^视图：/ });
  await expect(views).toHaveAccessibleName('视图：标准视图（已改动）');
  await tabTo(page, views, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: /^标准视图/ }));
  await page.keyboard.press('Enter');
  await expect(views).toHaveAccessibleName('视图：标准视图');
  await expect(views).toBeFocused();

  // The keys of every place stand with those of the page, and lead where they say; where one types, G is a letter.
  await page.keyboard.press('Escape');
  await shownRow(page).first().focus();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: '快捷键' });
  await expect(keys.getByText('打开消息通知')).toBeVisible();
  await expect(keys.getByText('回首页')).toBeVisible();
  // While it opens it has no keyboard yet.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(keys).toBeHidden({ timeout: 1_000 });
  }).toPass();
  await page.keyboard.press('g');
  await page.keyboard.press('n');
  const notices = page.getByRole('dialog', { name: '消息通知' });
  await expect(notices).toBeVisible();
  await expect(page.getByRole('dialog', { name: '新增客户' })).toHaveCount(0);
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(notices).toBeHidden({ timeout: 1_000 });
  }).toPass();
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await expect(page).toHaveURL(/\/dashboard\/surveylist$/);
  // The home page has no keys of its own.
  await expect(page.getByRole('region', { name: /未读通知/ })).toBeVisible();
  await page.keyboard.press('?');
  await expect(keys.getByText('回首页')).toBeVisible();
  await expect(keys.getByText('下一行')).toHaveCount(0);
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(keys).toBeHidden({ timeout: 1_000 });
  }).toPass();
  const places = await page.getByRole('tablist', { name: '已打开的页面' }).getByRole('tab').allInnerTexts();
  await page.keyboard.press('g');
  await page.keyboard.press(String(places.findIndex((name) => name.includes('全部客户')) + 1));
  await expect(page).toHaveURL(/alllist/);
  await page.keyboard.press('/');
  await page.keyboard.type('gh');
  await expect(page.getByRole('textbox', { name: '关键字' }).filter({ visible: true })).toHaveValue('gh');
});
