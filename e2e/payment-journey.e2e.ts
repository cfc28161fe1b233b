import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { callApi, tokenOf } from './support/api.ts';
import { rowsOf } from './support/database.ts';
import { registered, submittedOrder } from './support/order.ts';
import { choose, rows } from './support/screen.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** Cents of the three periods. */
const parts = [200_000, 120_000, 78_000] as const;

test('an order in three instalments: each paid and confirmed once, by others than who entered it, the last reversed by two', async ({
  page,
  request,
}) => {
  const plans = parts.map((amount, at) => ({ dueOn: `2036-0${at + 1}-10`, amount }));
  const { id, payable } = await submittedOrder(request, '法考全程班', { payMode: 'instalment', plans });
  expect(payable).toBe(398_000);
  const earlier = await performanceOf(request);
  const tradeNo = (n: number) => `J6${n}${id.slice(-12)}`;
  const details = `/recruitment/orderdetails?id=${id}`;

  // The first, by whoever sold it: he may not confirm it, and no more than is open is taken.
  await signIn(page, 'sales', details);
  const form = await register(page, '5000', tradeNo(1));
  await expect(form.getByText(/多出 1020\.00 元|1020\.00/).first()).toBeVisible();
  await form.getByRole('spinbutton', { name: '金额' }).fill('2000');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('已登记，等待财务确认')).toBeVisible();
  await page.getByRole('tab', { name: '收款' }).click();
  await expect(rows(page.getByRole('tabpanel'))).toHaveCount(1);
  await expect(page.getByRole('button', { name: /^确认到款/ })).toHaveCount(0);
  expect(await standsFor(id)).toMatchObject({ status: 'pending_payment', paid: 0, performance: 0 });

  await signIn(page, 'finance');
  await confirmInList(page, tradeNo(1));
  expect(await standsFor(id)).toEqual({
    ...{ status: 'part_paid', paid: 200_000, periods: ['paid', 'pending', 'pending'], performance: 200_000 },
    ...{ stage: 'deal', services: 1, reviews: 1, matches: 1, isPaid: false },
  });

  // The second by finance itself, whom the step is not offered for it; the same number a second time is refused.
  await page.goto(details);
  const again = await register(page, '1200', tradeNo(1));
  await expect(
    again
      .getByText(/流水号/)
      .filter({ hasText: /已|重复/ })
      .first(),
  ).toBeVisible();
  await again.getByRole('textbox', { name: '交易流水号' }).fill(tradeNo(2));
  await again.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('已登记，等待财务确认')).toBeVisible();
  await page.goto('/recruitment/job/paymentConfirm');
  await search(page, tradeNo(2));
  await expect(rows(page).getByRole('button', { name: /^确认到款/ })).toHaveCount(0);
  await signIn(page, 'admin');
  await confirmInList(page, tradeNo(2));

  // The third: two confirm it at the same moment.
  const third = await registered(request, id, parts[2]);
  const both = await Promise.all(
    (['finance', 'admin'] as const).map(async (by) =>
      callApi(request, await tokenOf(request, by), '/v1/payment/confirm', { id: third }),
    ),
  );
  expect(both.filter(({ code }) => code === '0')).toHaveLength(1);
  expect(await standsFor(id)).toMatchObject({ status: 'paid', paid: 398_000, performance: 398_000, isPaid: true });
  expect(await standsFor(id)).toMatchObject({ periods: ['paid', 'paid', 'paid'], services: 1, reviews: 1 });
  expect((await performanceOf(request)) - earlier).toBe(398_000);

  // It is reversed by two people; what it brought is taken back.
  await signIn(page, 'finance', details);
  await page.getByRole('tab', { name: '收款' }).click();
  const last = rows(page.getByRole('tabpanel')).filter({ hasText: '780.00' });
  await last.getByRole('button', { name: /^冲正/ }).click();
  const reversal = page.getByRole('dialog');
  await reversal.getByLabel('冲正原因').fill('记到了别的订单');
  await reversal.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('已提交，等待另一人复核')).toBeVisible();
  expect(await standsFor(id)).toMatchObject({ paid: 398_000 });
  await signIn(page, 'manager');
  await page.getByRole('button', { name: /项待您复核/ }).click();
  const waiting = page.getByRole('dialog', { name: '待复核' });
  await waiting.getByText('记到了别的订单').first().waitFor();
  await waiting.getByRole('button', { name: '复核通过' }).first().click();
  await page
    .getByRole('button', { name: /^(确定|复核通过)$/ })
    .last()
    .click();
  await expect(page.getByText('已复核通过')).toBeVisible();
  expect(await standsFor(id)).toMatchObject({
    ...{ status: 'part_paid', paid: 320_000, periods: ['paid', 'paid', 'pending'] },
    ...{ performance: 320_000, isPaid: false },
  });
  expect((await performanceOf(request)) - earlier).toBe(320_000);
  expect(await broken(id)).toEqual([]);
});

/** Fills in the form of a payment on the page of its order, and saves it; answers the form. */
async function register(page: Page, yuan: string, tradeNo: string): Promise<Locator> {
  await page.getByRole('button', { name: '登记到款' }).click();
  const form = page.getByRole('dialog', { name: '登记到款' });
  await form.getByRole('spinbutton', { name: '金额' }).fill(yuan);
  await choose(form, '支付方式', '微信');
  await form.getByRole('textbox', { name: '交易流水号' }).fill(tradeNo);
  // The proof belongs to one payment: bytes behind the picture make it another file.
  const buffer = Buffer.concat([picture, Buffer.from(tradeNo)]);
  await form.locator('input[type=file]').setInputFiles({ name: '凭证.png', mimeType: 'image/png', buffer });
  await expect(form.getByText('凭证.png')).toBeVisible();
  await form.getByRole('button', { name: '保存' }).click();
  return form;
}

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: '关键字' }).fill(text);
  await page.getByRole('textbox', { name: '关键字' }).press('Enter');
  await expect(rows(page)).toHaveCount(1);
}

async function confirmInList(page: Page, tradeNo: string): Promise<void> {
  await page.goto('/recruitment/job/paymentConfirm');
  await search(page, tradeNo);
  await rows(page).getByRole('button', { name: '确认到款' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('到款已确认', { exact: true })).toBeVisible();
}

/** What an order came to, and all that followed from it. */
async function standsFor(id: string): Promise<object | undefined> {
  const [found] = await rowsOf(
    `select o.status, o.paid_total::int as paid, o.paid_at is not null as "isPaid", c.stage,
      (select array_agg(p.status order by p.period_no) from payment_plan p where p.order_id = o.id) as periods,
      (select coalesce(sum(amount), 0) from performance_ledger l
        where l.order_id = o.id and l.role_kind = 'seller')::int as performance,
      (select count(*) from study_service s where s.order_id = o.id)::int as services,
      (select count(*) from qa_review q where q.order_id = o.id)::int as reviews,
      (select count(*) from user_match m where m.order_id = o.id)::int as matches
      from sales_order o join customer c on c.id = o.customer_id where o.id = $1`,
    [id],
  );
  return found;
}

/** What the ranking of salespeople says of `sales` this month, in cents. */
async function performanceOf(request: APIRequestContext): Promise<number> {
  const me = await callApi(request, await tokenOf(request, 'sales'), '/v1/sys/user/my/view');
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date());
  const body = { startDate: `${day.slice(0, 8)}01`, endDate: day, staffIds: [me.data?.id] };
  const { data } = await callApi(request, await tokenOf(request, 'manager'), '/v1/report/yewu/stat/query', body);
  const [own] = (data?.rows ?? []) as readonly { readonly revenue: number }[];
  const [ledger] = await rowsOf(
    `select coalesce(sum(amount), 0)::float8 as sum from performance_ledger where role_kind = 'seller' and not frozen
      and staff_id = $1 and occurred_at >= date_trunc('month', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'`,
    [me.data?.id],
  );
  expect(own?.revenue ?? 0).toBe((ledger as { readonly sum: number } | undefined)?.sum);
  return own?.revenue ?? 0;
}

/** What does not add up of an order: its items, its payments, its periods, its performance, a number that came twice. */
function broken(id: string): Promise<readonly object[]> {
  return rowsOf(
    `select o.id from sales_order o where o.id = $1 and (
      o.payable_total <> (select sum((list_price - discount) * quantity) from order_item i where i.order_id = o.id)
      or o.paid_total <> (select sum(amount) from payment p where p.order_id = o.id and p.status = 'confirmed')
      or (o.payable_total, o.paid_total) <> (select sum(amount), sum(paid_amount) from payment_plan p where p.order_id = o.id)
      or o.paid_total - o.refunded_total <> (select sum(amount) from performance_ledger l
        where l.order_id = o.id and l.role_kind = 'seller')
      or exists (select 1 from payment p where p.order_id = o.id and p.channel_trade_no is not null
        group by p.method, p.channel_trade_no having count(*) > 1))`,
    [id],
  );
}
