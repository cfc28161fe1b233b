import type { APIRequestContext, Page } from '@playwright/test';
import { callApi, tokenOf } from './support/api.ts';
import { rowsOf } from './support/database.ts';
import { submittedOrder } from './support/order.ts';
import { choose, column, newMobile, openList, rows, settled, total } from './support/screen.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test('a group leader sees the customers of the whole group, a salesperson only the own', async ({ page, request }) => {
  const own = await owners(request, 'sales');
  const colleague = await nameOf(request, 'sales2');
  expect([...own]).toEqual([await nameOf(request, 'sales')]);

  const group = await owners(request, 'group_leader');
  expect([...group]).toEqual(expect.arrayContaining([...own, colleague]));

  await signIn(page, 'group_leader', '/customer/business/alllist');
  await expect(rows(page).first()).toBeVisible();
  const all = await total(page);
  await choose(page, '归属业务员', colleague);
  await page.getByRole('button', { name: '查询' }).click();
  await expect(page.getByRole('list', { name: '当前筛选' })).toContainText(colleague);
  await expect.poll(async () => new Set(await column(page, '归属业务员'))).toEqual(new Set([colleague]));
  expect(await total(page)).toBeLessThan(all);
});

test('a group leader assigns a customer of the pool, and the receiver finds it among the own', async ({
  page,
  request,
}) => {
  const receiver = await nameOf(request, 'sales2');
  await signIn(page, 'group_leader');
  await openList(page, '公海查询');

  await rows(page).first().getByRole('button', { name: '分配' }).click();
  const dialog = page.getByRole('dialog', { name: '分配' });
  await choose(dialog, '接收人', receiver);
  const answered = page.waitForResponse('**/v1/customer/assign');
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('已分配')).toBeVisible();

  const { id } = (await answered).request().postDataJSON();
  const token = await tokenOf(request, 'sales2');
  const found = await callApi(request, token, '/v1/customer/view', { id });
  expect(found).toMatchObject({ code: '0', data: { id, ownState: 'owned' } });
  const other = await callApi(request, await tokenOf(request, 'sales'), '/v1/customer/view', { id });
  expect(other.code).not.toBe('0');
});

test('a leader’s day begins on the home page and needs no detour: assign, approve, look into a figure, hand over, undo', async ({
  page,
  request,
}) => {
  const waiting = await waitingLead(request);
  const receiver = await nameOf(request, 'sales');
  await submittedOrder(request, '法考客观题冲刺班', { discount: 35_880, discountReason: '老学员推荐给同学' });
  await countClicks(page);
  await signIn(page, 'group_leader');
  const card = (name: string) => page.getByRole('region', { name, exact: true });
  const undone = async () => {
    await page.getByRole('button', { name: '撤销', exact: true }).click();
    await expect(page.getByText('已撤销')).toBeVisible();
  };
  await expect(rows(card('待分配线索')).first()).toBeVisible();
  expect(await shiftOf(page), 'the home page moves while it comes').toBeLessThan(0.05);

  // A lead that nobody has, from the card to its list: given to somebody, and taken back.
  await card('待分配线索').getByRole('link', { name: '查看全部' }).click();
  await page.getByRole('textbox', { name: '关键字' }).fill(waiting.name);
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(1);
  await rows(page).getByRole('button', { name: /^分配/ }).click();
  await handTo(page, /^分配/, receiver);
  await expect(page.getByText('已分配')).toBeVisible();
  const lead = () => rowsOf('select status, customer_id from lead where id = $1', [waiting.id]);
  expect(await lead()).toMatchObject([{ status: 'assigned' }]);
  await undone();
  expect(await lead()).toEqual([{ status: 'valid', customer_id: null }]);
  expect(await clicksOf(page), 'to a lead assigned and taken back').toBeLessThanOrEqual(6);

  // What waits for a decision is decided in its line.
  await page.getByRole('tab', { name: '首页' }).click();
  const approvals = card('待审批');
  // What others wait for may be beyond the leader’s limit.
  const orders = approvals.getByRole('listitem').filter({ hasText: '老学员推荐给同学' });
  const [no = ''] = /SH\d+/.exec(await orders.first().innerText()) ?? [];
  const decided = approvals.getByRole('listitem').filter({ hasText: no });
  await decided.getByRole('button', { name: /^通过/ }).click();
  const decision = page.getByRole('dialog', { name: /通过/ });
  await decision.getByLabel('审核意见').fill('老学员，同意');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('已通过，已通知业务员')).toBeVisible();
  await expect(decided).toHaveCount(0);
  expect(await rowsOf('select result from order_review where review_no = $1', [no])).toEqual([{ result: 'approved' }]);

  // A member's figure opens exactly its rows; one of them is handed over, and given back.
  await page.getByText('近 30 天', { exact: true }).click();
  // The cards are busy from the moment the choice shows.
  await expect(page.getByRole('radio', { name: '近 30 天' })).toBeChecked();
  await expect(card('成员').locator('[aria-busy="false"]')).toBeVisible();
  const member = card('成员').getByRole('row', { name: new RegExp(`^${receiver}`) });
  const figure = member.getByRole('link').first();
  const count = Number(await figure.innerText());
  expect(count).toBeGreaterThan(0);
  await figure.click();
  await expect(page.getByRole('heading', { name: '全部客户', level: 1 })).toBeVisible();
  await expect.poll(() => total(page)).toBe(count);
  const id = (await rows(page).first().getAttribute('data-row-key')) ?? '';
  const [name = ''] = await column(page, '姓名');
  const owner = () => rowsOf('select owner_id from customer where id = $1', [id]);
  const [held] = await owner();
  await rows(page).first().getByRole('button', { name: /^更多/ }).click();
  await page.getByRole('menuitem', { name: /^转移/ }).click();
  await handTo(page, /^转移/, await nameOf(request, 'sales2'));
  await expect(page.getByText('已转移')).toBeVisible();
  expect(await owner()).not.toEqual([held]);
  await undone();
  expect(await owner()).toEqual([held]);

  // He is found from anywhere.
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: '命令面板' });
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type(name);
  await expect(palette.getByRole('group', { name: /^客户/ }).getByRole('option').first()).toContainText(name);
  await palette.getByRole('group', { name: /^客户/ }).getByRole('option', { name }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
  // The label of a switch counts twice.
  expect(await clicksOf(page), 'of a whole day').toBeLessThanOrEqual(18);
});

/** Chooses who gets something in the dialog that asks for it. */
async function handTo(page: Page, title: RegExp, receiver: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title });
  await choose(dialog, '接收人', receiver);
  await dialog.getByRole('button', { name: '确定' }).click();
}

/** Counts from now on how often something is clicked, and how far things move that nobody touched. */
async function countClicks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { clicked: 0, shifted: 0 });
    const more = (key: 'clicked' | 'shifted', by: number) => Reflect.set(window, key, Reflect.get(window, key) + by);
    window.addEventListener('click', ({ isTrusted, detail }) => isTrusted && detail > 0 && more('clicked', 1), true);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (Reflect.get(entry, 'hadRecentInput') === false) more('shifted', Reflect.get(entry, 'value'));
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

const clicksOf = (page: Page) => page.evaluate(() => Number(Reflect.get(window, 'clicked')));

async function shiftOf(page: Page): Promise<number> {
  await settled(page);
  return page.evaluate(() => Number(Reflect.get(window, 'shifted')));
}

/** A lead of a project that colleagues of the leader take and no rule hands out: it waits for somebody to assign it. */
async function waitingLead(request: APIRequestContext): Promise<{ readonly id: string; readonly name: string }> {
  const [project] = await rowsOf(
    `select p.id from project p join staff s on p.id = any(s.project_ids)
      where s.account = 'sales' and not exists (select from assign_rule r where r.enabled and p.id = any(r.project_ids))
      limit 1`,
  );
  const [channel] = await rowsOf('select id from channel where enabled limit 1');
  const name = `候派${String(Date.now()).slice(-6)}`;
  const made = await callApi(request, await tokenOf(request, 'promoter'), '/v1/lead/create', {
    ...{ name, mobile: newMobile(), province: '澳门', projectId: idIn(project), channelId: idIn(channel) },
  });
  expect(made).toMatchObject({ code: '0' });
  return { id: String(made.data?.id), name };
}

function idIn(row: object | undefined): string {
  return row !== undefined && 'id' in row ? String(row.id) : '';
}

async function nameOf(request: APIRequestContext, account: 'sales' | 'sales2'): Promise<string> {
  const answer = await callApi(request, await tokenOf(request, account), '/v1/sys/user/my/view');
  return String(answer.data?.name);
}

/** Owners of the customers an account sees. */
async function owners(request: APIRequestContext, account: 'sales' | 'group_leader'): Promise<ReadonlySet<string>> {
  const where = { field: 'ownState', op: 'eq', value: 'owned' };
  const answer = await callApi(request, await tokenOf(request, account), '/v1/customer/query', {
    where,
    size: 100,
    fields: ['owner.name'],
  });
  const list: readonly { readonly owner?: { readonly name?: string } }[] = Array.isArray(answer.data?.list)
    ? answer.data.list
    : [];
  return new Set(list.map((row) => row.owner?.name ?? ''));
}
