import type { APIRequestContext, Page } from '@playwright/test';
import { accessibilityFaults } from './support/accessibility.ts';
import { callApi, tokenOf } from './support/api.ts';
import { rowsOf } from './support/database.ts';
import { type MadeOrder, paidOrder } from './support/order.ts';
import { choose, rows } from './support/screen.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

/** A rescue order that `sales` raised and works on. */
async function rescued(request: APIRequestContext, order: MadeOrder): Promise<string> {
  const sales = await tokenOf(request, 'sales');
  const leader = await tokenOf(request, 'group_leader');
  const me = await callApi(request, sales, '/v1/sys/user/my/view');
  const done = async (token: string, action: string, body: object) => {
    const answer = await callApi(request, token, `/v1/work/order/${action}`, body);
    expect(answer, answer.message).toMatchObject({ code: '0' });
    return String(answer.data?.id);
  };
  const about = { customerId: order.customerId, orderId: order.id, refundApplyAmount: 60_000 };
  const id = await done(sales, 'create', { type: 'rescue', title: '要求退费', content: '没有时间学了', ...about });
  await done(leader, 'assign', { id, assigneeId: me.data?.id });
  await done(sales, 'accept', { id });
  return id;
}

/** Takes the next step of a refund from its page, and fills in what is asked. */
async function step(page: Page, action: string, fill?: (dialog: ReturnType<Page['getByRole']>) => Promise<void>) {
  await page.getByRole('button', { name: action, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await fill?.(dialog);
  await dialog.getByRole('button', { name: new RegExp(`^(确定|保存|${action})$`) }).click();
  await expect(dialog).toBeHidden();
}

test('a rescue that fails becomes a refund: asked for, agreed to at each level, paid out, and the work order is done', async ({
  page,
  request,
}) => {
  const order = await paidOrder(request, '法考全程班');
  const rescueId = await rescued(request, order);

  await signIn(page, 'sales', `/workordermanagement/workOrderPromotePanoramic?id=${rescueId}`);
  await step(page, '提交结果', async (dialog) => {
    await choose(dialog, '挽单结果', '挽回失败');
    await dialog.getByLabel('处理结果').fill('劝说未成');
  });
  await page.getByRole('tab', { name: '派生工单' }).click();
  await expect(page.getByRole('tabpanel')).toContainText(`挽单未成，办理退费`);

  await signIn(page, 'group_leader', '/workordermanagement/returnpremiumlist');
  const made = rows(page).filter({ hasText: order.no }).filter({ hasText: '待分配' });
  await expect(made).toContainText('600.00');
  await made.getByRole('button', { name: /^分配 / }).click();
  const assign = page.getByRole('dialog', { name: '分配' });
  const me = await callApi(request, await tokenOf(request, 'sales'), '/v1/sys/user/my/view');
  await choose(assign, '处理人', String(me.data?.name));
  await assign.getByRole('button', { name: '确定' }).click();
  await expect(made).toHaveCount(0);

  await signIn(page, 'sales', '/workordermanagement/myreturnpremium');
  const mine = rows(page).filter({ hasText: order.no });
  await mine.getByRole('button', { name: /^受理 / }).click();
  await expect(mine).toContainText('处理中');
  await mine.getByRole('link').first().click();
  await page.getByRole('button', { name: '申请退费', exact: true }).click();
  const form = page.getByRole('dialog', { name: '退费申请' });
  await expect(form.getByRole('spinbutton', { name: '申请金额' })).toHaveValue('600.00');
  await choose(form, '退费原因', '个人原因');
  await form.getByRole('textbox', { name: '收款人' }).fill('张三');
  await form.getByRole('textbox', { name: '收款账号' }).fill('6222020000001231');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(page).toHaveURL(/\/recruitment\/job\/orderrefund\/detail\?id=/);
  const refundId = new URL(page.url()).searchParams.get('id') ?? '';
  expect(await accessibilityFaults(page)).toEqual([]);
  await step(page, '提交');

  await signIn(page, 'group_leader', `/recruitment/job/orderrefund/detail?id=${refundId}`);
  await step(page, '主管通过');
  await signIn(page, 'manager', `/recruitment/job/orderrefund/detail?id=${refundId}`);
  await step(page, '经理通过', (dialog) => dialog.getByLabel('核准金额').fill('550'));
  await signIn(page, 'finance', `/recruitment/job/orderrefund/detail?id=${refundId}`);
  await step(page, '财务通过');
  // Whoever agreed to it does not pay it out.
  await expect(page.getByRole('button', { name: '打款', exact: true })).toHaveCount(0);
  await signIn(page, 'admin', `/recruitment/job/orderrefund/detail?id=${refundId}`);
  await step(page, '打款');

  await expect
    .poll(async () => standsFor(order.id, refundId), { timeout: 40_000 })
    .toEqual({ refund: 'done', work: 'pending_confirm', flag: 'partial', refunded: 55_000, performance: -55_000 });

  await signIn(page, 'sales', '/workordermanagement/myreturnpremium');
  await expect(mine).toContainText('待确认');
  await mine.getByRole('link').first().click();
  await expect(page.getByText('已退费').first()).toBeVisible();
  await step(page, '确认关闭');
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('已关闭');
});

async function standsFor(orderId: string, refundId: string): Promise<object | undefined> {
  const [found] = await rowsOf(
    `select r.status as refund, w.status as work, o.refund_flag as flag, o.refunded_total::int as refunded,
      (select coalesce(sum(l.amount), 0) from performance_ledger l
        where l.refund_id = r.id and l.role_kind = 'seller')::int as performance
      from refund r join sales_order o on o.id = r.order_id join work_order w on w.id = r.work_order_id
      where r.id = $1 and o.id = $2`,
    [refundId, orderId],
  );
  return found;
}
