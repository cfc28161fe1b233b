import type { Locator, Page } from '@playwright/test';
import { callApi, tokenOf, tokenOnPage } from './support/api.ts';
import { brokenInvariants, rowsOf } from './support/database.ts';
import { choose, column, newMobile, openList, rows, sortDescending, total } from './support/screen.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test.beforeEach(async ({ page }) => {
  await signIn(page, 'sales');
});

test('the workbench shows figures and charts of real rows, and a figure opens exactly its rows', async ({ page }) => {
  await expect(page).toHaveURL(/\/dashboard\/surveylist$/);
  await expect(page).toHaveTitle('首页 - 学习平台后台管理系统');
  await page.getByText('近 30 天', { exact: true }).click();
  // The cards are busy from the moment the choice shows.
  await expect(page.getByRole('radio', { name: '近 30 天' })).toBeChecked();
  const card = page.getByRole('region', { name: '已跟进客户' });
  await expect(card.getByRole('link')).toHaveText(/^\d+$/);
  await expect(card).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByRole('img', { name: /^每日跟进：跟进次数 \d+/ })).toBeVisible();
  await expect(rows(page.getByRole('region', { name: '今日待跟进' })).first()).toBeVisible();
  const figure = Number(await card.getByRole('link').innerText());
  expect(figure).toBeGreaterThan(0);

  await card.getByRole('link').click();

  await expect(page.getByRole('heading', { name: '全部客户', level: 1 })).toBeVisible();
  await expect.poll(() => total(page)).toBe(figure);
});

test('filters, sorts, pages and opens customers', async ({ page }) => {
  await openList(page, '全部客户');
  const all = await total(page);
  const seen = await seenAtOnce(page);
  expect(seen.firstRow).toBeLessThanOrEqual(260);
  expect(seen.rows).toBeGreaterThanOrEqual(16);
  expect(seen.columns).toBeGreaterThanOrEqual(12);
  expect(seen.cut, 'headings that are cut').toEqual([]);

  await choose(page, '跟进阶段', '有意向');
  await page.getByRole('button', { name: '查询' }).click();
  await expect(page.getByRole('list', { name: '当前筛选' })).toContainText('有意向');
  await expect.poll(async () => new Set(await column(page, '跟进阶段'))).toEqual(new Set(['有意向']));
  expect(await total(page)).toBeLessThan(all);
  await page.getByRole('button', { name: '清空条件' }).click();
  await expect.poll(() => total(page)).toBe(all);

  await page.getByRole('columnheader', { name: '下次跟进' }).click();
  await expect(page.getByRole('columnheader', { name: '下次跟进' })).toHaveAttribute('aria-sort', 'ascending');
  const times = () => wholeTimes(page, '下次跟进');
  await expect.poll(async () => isAscending(await times())).toBe(true);

  const first = await column(page, '姓名');
  await page.getByRole('navigation', { name: '翻页' }).getByTitle('2', { exact: true }).click();
  await expect(page).toHaveURL(/[?&]page=2/);
  await expect.poll(async () => (await column(page, '姓名'))[0]).not.toBe(first[0]);
  await page.goBack();
  await expect.poll(() => column(page, '姓名')).toEqual(first);

  await rows(page).first().getByRole('link').first().click();
  await expect(page).toHaveURL(/\/customer\/business\/allpromotepanoramic\?id=/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(first[0] ?? '');
});

test('finds a customer by name, and says so when there is none', async ({ page }) => {
  await openList(page, '全部客户');
  const [name = ''] = await column(page, '姓名');

  await page.getByRole('textbox', { name: '关键字' }).fill(name);
  await page.getByRole('textbox', { name: '关键字' }).press('Enter');
  await expect.poll(async () => new Set(await column(page, '姓名'))).toEqual(new Set([name]));

  await page.getByRole('textbox', { name: '关键字' }).fill('没有这个人');
  await page.getByRole('textbox', { name: '关键字' }).press('Enter');
  await expect(page.getByText('没有符合条件的数据')).toBeVisible();
});

test('adds a customer, after being told what is missing, and edits it', async ({ page }) => {
  await openList(page, '全部客户');
  await page.getByRole('button', { name: '新增' }).click();
  const drawer = page.getByRole('dialog', { name: '新增客户' });

  await drawer.getByRole('button', { name: '保存' }).click();
  await expect(drawer.getByText('请填写姓名')).toBeVisible();
  await expect(drawer.getByText('请选择意向项目')).toBeVisible();
  await drawer.getByLabel('手机号').fill('12345');
  await drawer.getByLabel('姓名').fill('钱测试');
  await expect(drawer.getByText('请输入正确的手机号')).toBeVisible();

  await drawer.getByLabel('手机号').fill(newMobile());
  await choose(drawer, '来源渠道', await firstName(page, '/v1/channel/query'));
  await choose(drawer, '意向项目', await firstName(page, '/v1/project/query'));
  await drawer.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('客户已新增，归属于您')).toBeVisible();
  await expect.poll(async () => (await column(page, '姓名'))[0]).toBe('钱测试');

  await rows(page).first().getByRole('button', { name: '编辑' }).click();
  const edit = page.getByRole('dialog', { name: '编辑客户' });
  await expect(edit.getByLabel('姓名')).toHaveValue('钱测试');
  await edit.getByLabel('城市').fill('苏州');
  await edit.getByLabel('姓名').fill('钱小测');
  await edit.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('已保存')).toBeVisible();
  await expect.poll(async () => (await column(page, '姓名'))[0]).toBe('钱小测');
});

test('the server checks what the form checks: a mobile number taken is told at its field', async ({ page }) => {
  await openList(page, '全部客户');
  const mobile = newMobile();
  for (const name of ['孙先来', '孙后到']) {
    await page.getByRole('button', { name: '新增' }).click();
    const drawer = page.getByRole('dialog', { name: '新增客户' });
    await drawer.getByLabel('姓名').fill(name);
    await drawer.getByLabel('手机号').fill(mobile);
    await choose(drawer, '来源渠道', await firstName(page, '/v1/channel/query'));
    await choose(drawer, '意向项目', await firstName(page, '/v1/project/query'));
    await drawer.getByRole('button', { name: '保存' }).click();
    if (name === '孙先来') await expect(drawer).toBeHidden();
    else await expect(drawer.getByRole('alert').first()).toContainText('手机号已存在');
  }
});

test('J3: claims a customer, writes a follow-up, returns it, and cannot claim it again while a colleague can', async ({
  page,
}) => {
  const before = await claimsToday();
  await openList(page, '公海查询');
  const claimed = page.waitForResponse('**/v1/customer/claim');
  const used = before.find(({ account }) => account === 'sales')?.records ?? 0;
  await expect(page.getByText(new RegExp(`^今日已领 ${used}/\\d+$`))).toBeVisible();
  await (await neverCalled(page)).getByRole('button', { name: /^领取/ }).click();
  const id = idIn((await claimed).request().postDataJSON());
  await expect(page.getByText('领取成功，由您跟进')).toBeVisible();
  await expect(page.getByText(new RegExp(`^今日已领 ${used + 1}/`))).toBeVisible();

  await page.goto(`/customer/business/allpromotepanoramic?id=${id}`);
  await expect(page.getByText('已归属').first()).toBeVisible();

  const words = `客户询问课程安排，约定明天再联系 ${Date.now()}`;
  await page.getByRole('button', { name: '写跟进' }).click();
  const form = page.getByRole('dialog', { name: '写跟进' });
  await choose(form, '跟进方式', '电话');
  await choose(form, '跟进结果', '已接通');
  await form.getByLabel('跟进内容').fill(words);
  await form.getByRole('button', { name: '保存' }).click();
  // A call that nobody made cannot be told of.
  await expect(form.getByText('24 小时内没有您与该客户接通的通话')).toBeVisible();
  await choose(form, '跟进方式', '微信');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(page.getByRole('article').filter({ hasText: words })).toBeVisible();

  await page.getByRole('button', { name: '退回公海' }).click();
  const giveBack = page.getByRole('dialog', { name: '退回公海' });
  const reason = `客户暂时不考虑 ${Date.now()}`;
  await giveBack.getByLabel('退回原因').fill(reason);
  await giveBack.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('已退回公海')).toBeVisible();

  await openList(page, '公海查询');
  await sortDescending(page, '最近退回时间');
  await expect.poll(async () => (await column(page, '退回原因'))[0]).toBe(reason);
  await rows(page).first().getByRole('button', { name: /^领取/ }).click();
  await expect(page.getByText(/您是该客户的前负责人，3天后才能再次领取/)).toBeVisible();
  await page.getByText('退回记录', { exact: true }).click();
  await expect(page.getByRole('heading', { name: '退回公海记录', level: 1 })).toBeVisible();
  await expect.poll(async () => (await column(page, '原因'))[0]).toBe(reason);

  const colleague = await tokenOf(page.request, 'sales2');
  const answer = await callApi(page.request, colleague, '/v1/customer/claim', { id }, 'highsea');
  expect(answer).toMatchObject({ code: '0' });
  const fields = ['ownState', 'claimedAt', 'protectUntil'];
  const { data } = await callApi(page.request, colleague, '/v1/customer/view', { id, fields });
  expect(data).toMatchObject({ ownState: 'owned' });
  expect(Date.parse(String(data?.protectUntil)) - Date.parse(String(data?.claimedAt))).toBe(24 * 3_600_000);

  // Q: one owner at a time; each claim has one record and one line in the log, the refused one neither; nobody loses a
  // customer who is buying.
  expect(await brokenInvariants()).toEqual([]);
  const more = ({ records, logged, ...rest }: Claims) => ({ ...rest, records: records + 1, logged: logged + 1 });
  expect(await claimsToday()).toEqual(before.map(more));
  expect(
    await rowsOf(`select r.id from owner_record r join sales_order o on o.customer_id = r.subject_id
      where r.subject_type = 'customer' and r.action = 'auto_return' and o.created_at < r.started_at
        and o.status in ('draft', 'pending_review', 'rejected', 'pending_payment', 'part_paid', 'paid', 'in_service')`),
  ).toEqual([]);
});

type Claims = { readonly account: string; readonly records: number; readonly logged: number };

/** What today's claims of the two left behind. */
async function claimsToday(): Promise<readonly Claims[]> {
  const today = (moment: string) =>
    `(${moment} at time zone 'Asia/Shanghai')::date = (now() at time zone 'Asia/Shanghai')::date`;
  const found = await rowsOf(
    `select s.account,
      (select count(*)::int from owner_record r where r.subject_type = 'customer' and r.action = 'claim'
        and r.to_staff_id = s.id and ${today('r.started_at')}) as records,
      (select count(*)::int from operation_log l where l.action = 'customer.claim' and l.staff_id = s.id
        and ${today('l.created_at')}) as logged
      from staff s where s.account in ('sales', 'sales2') order by 1`,
  );
  return found.map((row) => ({ account: '', records: 0, logged: 0, ...row }));
}

/** The moments of a column, whole, of the rows that have one. */
async function wholeTimes(page: Page, title: string): Promise<readonly string[]> {
  const headings = await page.locator('thead th:visible').allInnerTexts();
  const place = headings.findIndex((heading) => heading.trim() === title);
  const cells = rows(page).locator(`td:nth-child(${place + 1}) [title]`);
  return cells.evaluateAll((all) => all.map((cell) => cell.getAttribute('title') ?? ''));
}

/** What of a list is seen before anything is scrolled: from where, how many rows and whole columns, and what is cut. */
function seenAtOnce(page: Page) {
  return page.evaluate(() => {
    const shown = (selector: string) =>
      [...document.querySelectorAll(selector)].filter((one) => one.getClientRects().length > 0);
    const boxes = shown('tr[data-row-key]').map((row) => row.getBoundingClientRect());
    const headings = shown('thead th[data-column-key]');
    const actions = headings.find((one) => one.getAttribute('data-column-key') === ':actions');
    const end = actions?.getBoundingClientRect().left ?? window.innerWidth;
    const isWhole = (one: Element) => one !== actions && one.getBoundingClientRect().right <= end + 1;
    const titles = shown('thead .engine-head-title');
    return {
      firstRow: boxes[0]?.top ?? Number.POSITIVE_INFINITY,
      rows: boxes.filter(({ bottom }) => bottom <= window.innerHeight).length,
      columns: headings.filter(isWhole).length,
      cut: titles.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
    };
  });
}

function isAscending(values: readonly string[]): boolean {
  return values.length > 1 && values.every((value, index) => index === 0 || (values[index - 1] ?? '') <= value);
}

function idIn(body: unknown): string {
  return typeof body === 'object' && body !== null && 'id' in body ? String(body.id) : '';
}

async function firstName(page: Page, path: string): Promise<string> {
  const answer = await callApi(page.request, await tokenOnPage(page), path, { size: 1 });
  const list = answer.data?.list;
  return Array.isArray(list) ? String(list[0]?.name ?? '') : '';
}

/** The first row of a customer whom nobody called lately: of a call there was, a follow-up may tell. */
async function neverCalled(page: Page): Promise<Locator> {
  await expect(rows(page).first()).toBeVisible();
  const called = await rowsOf(
    "select distinct customer_id as id from call_record where customer_id is not null and created_at > now() - interval '2 days'",
  );
  const ids = new Set(called.map((row) => ('id' in row ? String(row.id) : '')));
  for (const row of await rows(page).all()) if (!ids.has((await row.getAttribute('data-row-key')) ?? '')) return row;
  throw new TypeError('every customer of the pool was called lately');
}
