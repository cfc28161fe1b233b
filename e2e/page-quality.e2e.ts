import type { Locator, Page } from '@playwright/test';
import { accessibilityFaults, faultsInBothLooks } from './support/accessibility.ts';
import { callApi, tokenOf, tokenOnPage } from './support/api.ts';
import { submittedOrder } from './support/order.ts';
import { choose, rows, settled } from './support/screen.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const isDeep = process.env.TEST_DEPTH === 'deep';

/** Pages looked at of each account, spread over its menu, unless all of them are asked for. */
const maxPages = 5;

/** Half of what browsers call good. */
const maxShift = 0.05;

/** Of the screen everybody begins on, every day. */
const maxFirstShift = 0.05;

test.describe('accessibility', () => {
  test('the login page has no serious fault, with a message either', async ({ page }) => {
    await page.goto('/user/login');
    await expect(page.getByLabel('账号')).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);

    await page.getByRole('button', { name: '登录' }).click();
    await expect(page.getByText('请输入密码')).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  for (const account of ['sales', 'admin'] as const)
    test(`no page of ${account} has, in the light or in the dark`, async ({ page }) => {
      test.slow();
      await page.emulateMedia({ colorScheme: 'light' });
      await page.addInitScript(() => localStorage.setItem('settings', JSON.stringify({ appearance: 'system' })));
      await watchShifts(page);
      await signIn(page, account);
      const paths = await menuPaths(page, await tokenOnPage(page));
      const known = account === 'sales' ? [] : await menuPaths(page, await tokenOf(page.request, 'sales'));
      const seen = new Set(known);
      const others = paths.filter((path) => !seen.has(path));
      const looked = isDeep ? others : spread(others, maxPages);
      for (const path of looked) await lookAt(page, path, seen);
      expect(seen.size).toBeGreaterThan(known.length + 3);
    });

  test('nor has a form with its faults', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.addInitScript(() => localStorage.setItem('settings', JSON.stringify({ appearance: 'system' })));
    await signIn(page, 'sales', '/customer/business/alllist');
    await expect(rows(page).first()).toBeVisible();
    await page.getByRole('button', { name: '新增' }).click();
    const drawer = page.getByRole('dialog', { name: '新增客户' });
    await expect(drawer.getByLabel('姓名')).toBeFocused();
    await drawer.getByRole('button', { name: '保存' }).click();
    await expect(drawer.getByText('请填写姓名')).toBeVisible();
    expect(await faultsInBothLooks(page)).toEqual([]);
  });

  test('what is dark stays so when one signs out', async ({ page }) => {
    await signIn(page, 'sales');
    await page.getByRole('button', { name: /用户菜单$/ }).click();
    await page.getByRole('menuitem', { name: '页面设置' }).click();
    const drawer = page.getByRole('dialog', { name: '页面设置' });
    await drawer.getByText('深色').click();
    expect(await accessibilityFaults(page), 'settings').toEqual([]);
    await drawer.getByRole('button', { name: '关闭' }).click();
    await expect(drawer).toBeHidden();
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.evaluate(() => localStorage.removeItem('token'));
    await page.goto('/user/login');
    await expect(page.getByLabel('账号')).toBeVisible();
    expect(await accessibilityFaults(page), 'login').toEqual([]);
  });
});

const screens = [
  { width: 1440, height: 900 },
  { width: 360, height: 720 },
] as const;

for (const account of ['sales', 'group_leader', 'manager', 'teacher', 'admin'] as const)
  test(`the first screen of ${account} stays where it is while it comes, on a desk and on a phone`, async ({
    page,
  }) => {
    await watchShifts(page);
    await signIn(page, account);
    await alertsTold(page);
    for (const screen of screens) {
      await page.setViewportSize(screen);
      await page.goto('/');
      await expect(page.getByRole('region', { name: /未读通知/ })).toBeVisible();
      await expect(page.getByRole('region', { name: '我的分析' })).toBeVisible();
      await settled(page);
      expect(await shiftOf(page), `${screen.width} px wide: ${await movedOn(page)}`).toBeLessThan(maxFirstShift);
    }
  });

/** Alerts come once in ten minutes, on a phone in lines of their own above the page: here they have come already. */
async function alertsTold(page: Page): Promise<void> {
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('alerts.')));
  await page.evaluate(
    (keys) => {
      for (const key of keys) localStorage.removeItem(key);
    },
    await kept(),
  );
  await page.goto('/');
  await expect.poll(kept).not.toEqual([]);
  await settled(page);
}

/** At most so many of the items, as far apart as can be. */
function spread<Item>(items: readonly Item[], most: number): readonly Item[] {
  const step = Math.max(1, items.length / most);
  return items.filter((_, place) => Math.floor(place / step) !== Math.floor((place - 1) / step));
}

/** Paths of the pages in somebody's menu, hidden ones too, but for those that need a record. */
async function menuPaths(page: Page, token: string): Promise<readonly string[]> {
  const answer = await callApi(page.request, token, '/v1/sys/menu/item/my/query', { params: token });
  const leaves = (node: Readonly<Record<string, unknown>>): readonly string[] => {
    const children = Array.isArray(node.children) ? node.children : [];
    return children.length === 0 ? [String(node.path)] : children.flatMap(leaves);
  };
  return leaves(answer.data ?? {}).filter((path) => !/panoram|Detail|definite/i.test(path));
}

/** Judges a page, and the record that its first row opens. */
async function lookAt(page: Page, path: string, seen: Set<string>): Promise<void> {
  if (seen.has(path)) return;
  seen.add(path);
  await page.goto(path);
  await judge(page, path);
  const link = rows(page).first().getByRole('link').first();
  if (!(await link.isVisible())) return;
  await forgetShifts(page);
  await link.click();
  await expect(page).not.toHaveURL(new RegExp(`${path}(\\?|$)`));
  const { pathname } = new URL(page.url());
  if (seen.has(pathname)) return;
  seen.add(pathname);
  await judge(page, pathname);
}

async function judge(page: Page, path: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true }), path).toBeVisible();
  await settled(page);
  expect(await shiftOf(page), `${path} moves while it comes: ${await movedOn(page)}`).toBeLessThan(maxShift);
  expect(await faultsInBothLooks(page), path).toEqual([]);
}

/** Adds up how far things were moved that nobody touched; from the beginning of every page. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0, moved: [] });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const isOwn = Reflect.get(entry, 'hadRecentInput') === false;
        if (!isOwn) continue;
        Reflect.set(window, 'shifted', Reflect.get(window, 'shifted') + Reflect.get(entry, 'value'));
        for (const { node, previousRect, currentRect } of Reflect.get(entry, 'sources') ?? [])
          Reflect.get(window, 'moved').push(`${node?.className} ${previousRect.top}→${currentRect.top}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Counts from nothing for the next page, which is judged by itself, however it is come to. */
async function forgetShifts(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { shifted: 0, moved: [] }));
}

/** What was moved, and from where to where. */
async function movedOn(page: Page): Promise<string> {
  return page.evaluate(() => String(Reflect.get(window, 'moved')));
}

/** How far things were moved so far, by the measure of browsers. */
async function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() => Number(Reflect.get(window, 'shifted')));
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

  test('somebody is claimed and noted, and a leader approves, by the thumb', async ({ page, request }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, 'sales2', '/customer/business/highsea');
    await page.setViewportSize({ width: 360, height: 720 });
    const card = rows(page).first();
    await expect(card).toBeVisible();
    expect.soft(await smallTargets(card), 'card').toEqual([]);
    const claimed = page.waitForResponse('**/v1/customer/claim');
    await card.getByRole('button', { name: /^领取/ }).click();
    const { id } = (await claimed).request().postDataJSON();
    await expect(page.getByText('领取成功，由您跟进')).toBeVisible();
    // What was done leads to whom it was done to.
    await page.getByRole('button', { name: '打开', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`allpromotepanoramic\\?id=${id}`));
    expect(await overflow(page)).toBe(0);
    const head = page.locator('.engine-panorama-header');
    expect.soft(await smallTargets(head), 'head of a customer').toEqual([]);
    await page.getByRole('button', { name: '写跟进' }).first().click();
    const form = page.getByRole('dialog', { name: '写跟进' });
    await expect(form.getByLabel('跟进内容')).toBeVisible();
    expect(await overflow(page)).toBe(0);
    expect.soft(await smallTargets(form), 'form').toEqual([]);
    const words = `单手写下的跟进 ${Date.now()}`;
    await choose(form, '跟进方式', '微信');
    await choose(form, '跟进结果', '已接通');
    await form.getByLabel('跟进内容').fill(words);
    await form.getByRole('button', { name: '保存' }).click();
    await expect(form).toBeHidden();
    await expect(page.getByRole('article').filter({ hasText: words })).toBeVisible();

    await submittedOrder(request, '法考客观题冲刺班', { discount: 35_880, discountReason: '单手审批' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, 'group_leader');
    await page.setViewportSize({ width: 360, height: 720 });
    const approvals = page.getByRole('region', { name: '待审批', exact: true });
    const order = approvals.getByRole('listitem').filter({ hasText: '单手审批' }).first();
    await expect(order).toBeVisible();
    expect.soft(await smallTargets(order), 'approval').toEqual([]);
    await order.getByRole('button', { name: /^通过/ }).click();
    const decision = page.getByRole('dialog', { name: /通过/ });
    await decision.getByLabel('审核意见').fill('同意');
    await decision.getByRole('button', { name: /^(通过|确\s?定|保\s?存)$/ }).click();
    await expect(page.getByText('已通过，已通知业务员')).toBeVisible();
  });
});

/** What is pressed in a part of the page and is smaller than a thumb needs, with its size. */
async function smallTargets(scope: Locator): Promise<readonly string[]> {
  return scope.evaluate((root) => {
    const minimum = 40;
    const targets = root.querySelectorAll(
      'button, a[href], input:not([type="checkbox"], [type="radio"], [type="hidden"])',
    );
    return [...targets].flatMap((target) => {
      // A field is pressed wherever its frame is.
      const frame = target.closest('.ant-select, .ant-picker, .ant-input-affix-wrapper, .ant-input-number') ?? target;
      const { width, height } = frame.getBoundingClientRect();
      if (!target.checkVisibility() || width === 0 || (width >= minimum && height >= minimum)) return [];
      const name = target.getAttribute('aria-label') ?? target.textContent ?? '';
      return [`${target.tagName} ${name.trim().slice(0, 20)} ${Math.round(width)}×${Math.round(height)}`];
    });
  });
}

/** By how many pixels the page is wider than its window. */
async function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
