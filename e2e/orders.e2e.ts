import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { callApi, tokenOf } from './support/api.ts';
import { newCustomer } from './support/customer.ts';
import { rowsOf } from './support/database.ts';
import { draftOrder, submittedOrder } from './support/order.ts';
import { choose, rows } from './support/screen.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const project = '法律职业资格';
const reason = '老学员推荐';

test('J5: an opportunity becomes an order, and a discount is agreed to by whoever may give it', async ({
  page,
  request,
}) => {
  const name = `商机客户${String(Date.now()).slice(-6)}`;
  const customerId = await newCustomer(request, await tokenOf(request, 'sales'), name);
  await signIn(page, 'sales');
  const opportunityId = await negotiated(page, request, { customerId, name });

  // Two classes at two per cent off, within what a salesperson may give: it waits for its payment at once.
  await page.getByRole('button', { name: '下单' }).click();
  await expect(page).toHaveURL(/\/recruitment\/job\/createjob/);
  for (const [label, chosen] of [
    ['客户', name],
    ['项目', project],
    ['商机', `${name}的商机`],
  ] as const)
    await expect(chosenIn(page, label)).toContainText(chosen);
  await step(page);
  await page.getByRole('button', { name: '选择班型', exact: true }).click();
  const classes = page.locator('.engine-pick');
  await expect(rows(classes).filter({ hasNotText: project })).toHaveCount(0);
  for (const text of ['法考全程班', '法考客观题冲刺班'])
    await rows(classes).filter({ hasText: text }).getByRole('checkbox').check();
  await classes.getByRole('button', { name: '确定' }).click();
  await page.getByRole('spinbutton', { name: '优惠（每份）（第 1 行）' }).fill('80');
  await page.getByRole('spinbutton', { name: '优惠（每份）（第 2 行）' }).fill('119');
  const totals = page.getByRole('region', { name: '合计' });
  for (const sum of ['¥9,960.00', '¥199.00', '¥9,761.00']) await expect(totals.getByText(sum)).toBeVisible();
  await page.getByRole('textbox', { name: '优惠原因' }).fill(reason);
  for (const _ of ['付款', '收件', '协议']) await step(page);
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page).toHaveURL(/\/recruitment\/orderdetails\?id=/);
  const id = new URL(page.url()).searchParams.get('id') ?? '';
  await expect(head(page)).toContainText('核对后提交');
  await submit(page);
  await expect(head(page)).toContainText('待付款');
  expect(await standsFor(id)).toEqual({ status: 'pending_payment', payable: 976_100, level: 'none', result: 'exempt' });
  expect(await rowsOf('select stage, order_id as "orderId" from opportunity where id = $1', [opportunityId])).toEqual([
    { stage: 'negotiate', orderId: id },
  ]);

  // Below the floor nobody gets; six per cent is the leader's to give.
  const six = await draftOrder(request, '法考客观题冲刺班', { discountReason: reason });
  await page.goto(`/recruitment/orderdetails?id=${six.id}`);
  const form = await edit(page, '1200');
  await expect(form.getByText('成交价不能低于最低成交价：“法考客观题冲刺班”最低 4784.00 元')).toBeVisible();
  await form.getByRole('tab', { name: '班型与优惠' }).click();
  await form.getByRole('spinbutton', { name: '优惠（每份）（第 1 行）' }).fill('358.8');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('已保存')).toBeVisible();
  await submit(page);
  await expect(head(page)).toContainText('等审核人审核');
  await expect(page.getByRole('button', { name: '编辑', exact: true })).toHaveCount(0);

  const twelve = await submittedOrder(request, '法考客观题冲刺班', { discount: 71_760, discountReason: reason });
  await signIn(page, 'group_leader');
  await approve(page, six.no);
  await expect(page.getByText('已通过，已通知业务员')).toBeVisible();
  expect(await standsFor(six.id)).toEqual({
    ...{ status: 'pending_payment', payable: 562_120, level: 'leader', result: 'approved' },
  });

  // Twelve per cent is beyond the leader: he is refused, and the manager agrees.
  await approve(page, twelve.no);
  await expect(page.getByText('优惠 717.60 元超出您的权限（478.40 元），须由经理审核')).toBeVisible();
  expect(await standsFor(twelve.id)).toMatchObject({ status: 'pending_review', level: 'manager', result: 'pending' });
  await signIn(page, 'manager');
  await approve(page, twelve.no);
  await expect(page.getByText('已通过，已通知业务员')).toBeVisible();
  expect(await standsFor(twelve.id)).toMatchObject({ status: 'pending_payment', result: 'approved' });
  await changedUnderReview(request);
  expect(await broken()).toEqual([]);
});

/** Opens an opportunity of a customer and leads it as far as a price is talked about; answers its id. */
async function negotiated(
  page: Page,
  request: APIRequestContext,
  { customerId, name }: { readonly customerId: string; readonly name: string },
): Promise<string> {
  for (const isFirst of [true, false]) {
    await page.goto('/customer/business/chancecreate');
    await choose(page, '客户', name);
    await choose(page, '项目', project);
    await page.getByRole('textbox', { name: '商机名称' }).fill(`${name}的商机`);
    await page.getByRole('spinbutton', { name: '预计金额' }).fill('9961');
    await page.getByRole('button', { name: '保存' }).click();
    if (isFirst) await expect(page).toHaveURL(/chancelist/);
    else await expect(page.getByText('该客户在此项目已有进行中的商机')).toBeVisible();
  }
  const [opened, ...more] = await rowsOf('select id from opportunity where customer_id = $1', [customerId]);
  expect(more).toEqual([]);
  const id = String((opened as { readonly id: string } | undefined)?.id);
  const followUp = { bizType: 'opportunity', bizId: id, customerId, method: 'wechat', result: 'interested' };
  const token = await tokenOf(request, 'sales');
  const content = '客户想先看全程班的课程表';
  expect(await callApi(request, token, '/v1/follow/up/create', { ...followUp, content })).toMatchObject({ code: '0' });
  await page.goto(`/customer/business/chancepromotepanoramic?id=${id}`);
  await page.getByRole('button', { name: '推进', exact: true }).click();
  await expect(head(page)).toContainText('需求确认');
  await page.getByRole('button', { name: '报价', exact: true }).click();
  const quote = page.getByRole('dialog', { name: '报价' });
  await choose(quote, '报价班型', '法考全程班');
  await quote.getByRole('spinbutton', { name: '报价金额' }).fill('3900');
  await quote.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('报价已保存')).toBeVisible();
  await page.getByRole('button', { name: '推进', exact: true }).click();
  await expect(head(page)).toContainText('谈判');
  return id;
}

/** What is in review nobody changes: its seller takes it back first, and the review of what it was decides nothing. */
async function changedUnderReview(request: APIRequestContext): Promise<void> {
  const { id } = await submittedOrder(request, '法考客观题冲刺班', { discount: 35_880, discountReason: reason });
  const call = async (by: 'sales' | 'group_leader', path: string, body: object) =>
    callApi(request, await tokenOf(request, by), path, body);
  const reviews = () =>
    rowsOf('select id::text, result from order_review where order_id = $1 order by created_at', [id]) as Promise<
      readonly { readonly id: string; readonly result: string }[]
    >;
  const change = async () => {
    const order = await call('sales', '/v1/sales/order/view', { id, fields: ['version', 'items.discount'] });
    const items = (order.data?.items ?? []) as readonly { readonly id: string }[];
    const changed = items.map((item) => ({ id: item.id, discount: 47_000 }));
    return call('sales', '/v1/sales/order/modify', { id, version: order.data?.version, items: changed });
  };
  expect((await change()).code).not.toBe('0');
  const [first] = await reviews();
  expect(await call('sales', '/v1/order/review/withdraw', { id: first?.id })).toMatchObject({ code: '0' });
  expect(await change()).toMatchObject({ code: '0' });
  expect(await call('sales', '/v1/sales/order/submit', { id })).toMatchObject({ code: '0' });
  expect((await call('group_leader', '/v1/order/review/approve', { id: first?.id })).code).not.toBe('0');
  expect(await standsFor(id)).toMatchObject({ status: 'pending_review', payable: 551_000, result: 'pending' });
  const [, second] = await reviews();
  expect(await call('group_leader', '/v1/order/review/approve', { id: second?.id })).toMatchObject({ code: '0' });
}

const head = (page: Page): Locator => page.getByRole('heading', { level: 1 }).locator('..');

/** What stands in a picker of the form. */
function chosenIn(page: Page, label: string): Locator {
  const field = page.getByRole('combobox', { name: label, exact: true });
  return field.locator('xpath=ancestor::*[contains(@class, "ant-select-single")][1]');
}

/** The next step of the wizard. */
async function step(page: Page): Promise<void> {
  await page.getByRole('button', { name: '下一步' }).click();
}

async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: '提交', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '提交' }).click();
}

/** Gives the first class of the draft on the page another discount, and saves it; answers the form. */
async function edit(page: Page, yuan: string): Promise<Locator> {
  await page.getByRole('button', { name: '编辑', exact: true }).click();
  const form = page.getByRole('dialog', { name: '编辑订单' });
  await form.getByRole('tab', { name: '班型与优惠' }).click();
  await form.getByRole('spinbutton', { name: '优惠（每份）（第 1 行）' }).fill(yuan);
  await form.getByRole('button', { name: '保存' }).click();
  return form;
}

/** Approves an order in the list of what waits. */
async function approve(page: Page, no: string): Promise<void> {
  await page.goto('/recruitment/job/orderexamine');
  await page.getByRole('textbox', { name: '关键字' }).fill(no);
  await page.getByRole('textbox', { name: '关键字' }).press('Enter');
  await expect(rows(page)).toHaveCount(1);
  await rows(page).getByRole('button', { name: '通过' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click();
}

/** Where an order stands, and its latest review. */
async function standsFor(id: string): Promise<object | undefined> {
  const [found] = await rowsOf(
    `select o.status, o.payable_total::int as payable, r.level, r.result from sales_order o
      join order_review r on r.order_id = o.id where o.id = $1 order by r.created_at desc limit 1`,
    [id],
  );
  return found;
}

/** Of all orders those whose price does not add up, or lies below the floor, or that their seller approved. */
function broken(): Promise<readonly object[]> {
  return rowsOf(`select o.id from sales_order o join order_item i on i.order_id = o.id and i.deleted_at is null
    where o.deleted_at is null group by o.id
    having o.payable_total <> sum((i.list_price - i.discount) * i.quantity) or bool_or(i.list_price - i.discount < i.floor_price)
    union select id from order_review where reviewer_id = submitter_id`);
}
