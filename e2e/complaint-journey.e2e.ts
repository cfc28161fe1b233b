import type { Page } from '@playwright/test';
import { accessibilityFaults } from './support/accessibility.ts';
import { callApi, tokenOf } from './support/api.ts';
import { newCustomer } from './support/customer.ts';
import { rowsOf } from './support/database.ts';
import { choose, rows } from './support/screen.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const title = '承诺的电话没有打来';

/** Does something to the order of a list, and fills in what is asked. */
async function act(page: Page, action: string, fill?: (dialog: ReturnType<Page['getByRole']>) => Promise<void>) {
  const order = rows(page).filter({ hasText: title });
  await expect(order).toBeVisible();
  const button = order.getByRole('button', { name: new RegExp(`^${action} `) });
  if ((await button.count()) > 0) await button.click();
  else {
    await order.getByRole('button', { name: /^更多/ }).click();
    await page.getByRole('menuitem', { name: action }).click();
  }
  if (fill === undefined) return;
  const dialog = page.getByRole('dialog', { name: action });
  await fill(dialog);
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(dialog).toBeHidden();
}

test('a complaint goes from its leader to its handler and back, and ends in a call that asks how it went', async ({
  page,
  browser,
  request,
}) => {
  const leader = await tokenOf(request, 'group_leader');
  const sales = await callApi(request, await tokenOf(request, 'sales'), '/v1/sys/user/my/view');
  const customerId = await newCustomer(request, leader, '没有接到电话的客户');
  const blamed = await callApi(request, await tokenOf(request, 'sales2'), '/v1/sys/user/my/view');
  const body = {
    ...{ type: 'complaint', customerId, title, content: '说好每周一次', priority: 'urgent' },
    liableStaffId: blamed.data?.id,
  };
  const made = await callApi(request, leader, '/v1/work/order/create', body, 'complaintWorkOrderDepartmentList');
  expect(made).toMatchObject({ code: '0' });
  const id = made.data?.id;

  await signIn(page, 'group_leader', '/workordermanagement/complaintWorkOrderDepartmentList');
  const order = rows(page).filter({ hasText: title });
  await expect(order).toContainText('待分配');
  expect(await accessibilityFaults(page)).toEqual([]);
  // Whom it is about is refused, and told why; somebody else is not.
  await act(page, '分配', async (dialog) => {
    await choose(dialog, '处理人', String(blamed.data?.name));
    await dialog.getByRole('button', { name: '确定' }).click();
    await expect(dialog).toContainText('不能分配给被投诉的人');
    await choose(dialog, '处理人', String(sales.data?.name));
  });
  await expect(order).toContainText('待受理');

  const own = await browser.newPage();
  await signIn(own, 'sales', '/workordermanagement/myComplaintWorkOrder');
  const mine = rows(own).filter({ hasText: title });
  await act(own, '受理');
  await expect(mine).toContainText('处理中');
  await act(own, '挂起', (dialog) => dialog.getByLabel('原因').fill('等学员回电'));
  await expect(mine).toContainText('挂起');
  await act(own, '恢复');
  await expect(mine).toContainText('处理中');
  // What only other kinds are asked for is not asked here; the verdict is.
  await act(own, '提交结果', async (dialog) => {
    await expect(dialog.getByLabel('挽单结果')).toHaveCount(0);
    await dialog.getByRole('button', { name: '确定' }).click();
    await expect(dialog).toContainText('请选择定责');
    await choose(dialog, '定责', '无责');
    await dialog.getByLabel('处理结果').fill('已致电并约定每周三联系');
  });
  await expect(mine).toContainText('待确认');

  await page.reload();
  await act(page, '不满意重开', (dialog) => dialog.getByLabel('原因').fill('还是没有打来'));
  await expect(order).toContainText('处理中');
  await own.reload();
  await act(own, '提交结果', async (dialog) => {
    await choose(dialog, '定责', '无责');
    await dialog.getByLabel('处理结果').fill('当面打通');
  });
  await own.close();
  await page.reload();
  await act(page, '确认关闭', async () => undefined);
  await expect(order).toContainText('已关闭');
  await order.getByRole('link').first().click();
  await expect(page.getByText('当面打通').first()).toBeVisible();
  await page.getByRole('tab', { name: '派生工单' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('投诉回访');
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(
    await rowsOf(
      `select w.status, w.reopen_count as reopened, (w.closed_at is not null) as timed,
        (select count(*)::int from work_order c where c.parent_id = w.id and c.type = 'call_back') as calls,
        (select count(*)::int from operation_log l where l.entity_id::text = w.id::text) = w.version as logged from work_order w where w.id = $1`,
      [id],
    ),
  ).toEqual([{ status: 'closed', reopened: 1, timed: true, calls: 1, logged: true }]);
});
