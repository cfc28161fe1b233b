import type { APIRequestContext } from '@playwright/test';
import { callApi, tokenOf } from './support/api.ts';
import { rowsOf } from './support/database.ts';
import { choose, column, newMobile, openList, rows, total } from './support/screen.ts';
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

test('a leader’s day: what waits is dealt with where it is shown, and a figure opens its rows', async ({
  page,
  request,
}) => {
  const id = await waitingLead(request);
  const receiver = await nameOf(request, 'sales');
  await signIn(page, 'manager');
  await page.getByRole('tab', { name: '主管工作台' }).click();
  const card = (name: string) => page.getByRole('region', { name, exact: true });

  // A lead that nobody has: assigned in its row, and taken back.
  const lead = card('待分配线索').locator(`[data-row-key="${id}"]`);
  await lead.getByRole('button', { name: /^分配/ }).click();
  const dialog = page.getByRole('dialog', { name: /^分配/ });
  await choose(dialog, '接收人', receiver);
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('已分配')).toBeVisible();
  const stored = () => rowsOf('select status, customer_id from lead where id = $1', [id]);
  expect(await stored()).toMatchObject([{ status: 'assigned' }]);
  await page.getByRole('button', { name: '撤销', exact: true }).click();
  await expect(page.getByText('已撤销')).toBeVisible();
  expect(await stored()).toEqual([{ status: 'valid', customer_id: null }]);
  await expect(lead).toBeVisible();

  // Who is late stands with whose he is, and what waits for approval is decided in its line.
  await expect(rows(card('逾期未跟进')).first().getByRole('button', { name: /^转移/ })).toBeVisible();
  const approvals = card('待审批');
  await expect(approvals.getByRole('status')).toHaveText(/^\d+ 条等您审批$/);
  const before = await approvals.getByRole('listitem').count();
  const line = approvals
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^通过无效/ }) })
    .first();
  const name = (await line.getAttribute('aria-label')) ?? '';
  await line.getByRole('button', { name: /^通过无效/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /通过无效|确\s?定/ })
    .click();
  await expect(page.getByText('已记为无效')).toBeVisible();
  await expect(approvals.getByRole('listitem')).toHaveCount(before - 1);
  await expect(approvals.getByRole('listitem', { name, exact: true })).toHaveCount(0);

  // A figure opens exactly its rows.
  const figure = card('应跟进客户').getByRole('link');
  const count = Number(await figure.innerText());
  await figure.click();
  await expect(page.getByRole('heading', { name: '全部客户', level: 1 })).toBeVisible();
  await expect.poll(() => total(page)).toBe(count);
});

/** A lead of a project and a place that no rule covers: it waits for somebody to assign it. */
async function waitingLead(request: APIRequestContext): Promise<string> {
  const token = await tokenOf(request, 'promoter');
  const idOf = async (path: string, field: string, value: string) => {
    const where = { field, op: 'eq', value };
    const found = await callApi(request, await tokenOf(request, 'admin'), path, { where, fields: ['id'], size: 1 });
    const [row] = Array.isArray(found.data?.list) ? found.data.list : [];
    return String(row?.id);
  };
  const made = await callApi(request, token, '/v1/lead/create', {
    ...{ name: '等人分配的', mobile: newMobile(), province: '澳门' },
    projectId: await idOf('/v1/project/query', 'name', '考研'),
    channelId: await idOf('/v1/channel/query', 'name', '官网注册'),
  });
  expect(made).toMatchObject({ code: '0' });
  return String(made.data?.id);
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
