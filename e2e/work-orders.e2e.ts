import type { APIRequestContext } from '@playwright/test';
import { accessibilityFaults } from './support/accessibility.ts';
import { callApi, tokenOf } from './support/api.ts';
import { newCustomer } from './support/customer.ts';
import { choose, rows } from './support/screen.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const title = '发票抬头要改';

/** A service order the group leader raises for a new customer. */
async function raise(request: APIRequestContext, token: string): Promise<void> {
  const customerId = await newCustomer(request, token, '要改发票的客户');
  const body = { type: 'service', customerId, title, content: '单位名称少了两个字', priority: 'high' };
  const made = await callApi(request, token, '/v1/work/order/create', body, 'servicelist');
  expect(made).toMatchObject({ code: '0' });
}

test('a service order is assigned, told of, accepted and answered; the list follows', async ({
  page,
  browser,
  request,
}) => {
  await raise(request, await tokenOf(request, 'group_leader'));
  const token = await tokenOf(request, 'sales');
  const me = await callApi(request, token, '/v1/sys/user/my/view');

  await signIn(page, 'group_leader', '/customer/business/servicelist');
  const raised = rows(page).filter({ hasText: title });
  await expect(raised).toContainText('待分配');
  await raised.getByRole('button', { name: /^分配 / }).click();
  const assign = page.getByRole('dialog', { name: '分配' });
  await choose(assign, '处理人', String(me.data?.name));
  await assign.getByRole('button', { name: '确定' }).click();
  await expect(raised).toContainText('待受理');

  const lines = await callApi(request, token, '/v1/work/order/ten/minute/query');
  expect(JSON.stringify(lines.data)).toMatch(/您有新的服务工单【GD\d{14}】待受理/);
  const told = await callApi(request, token, '/v1/sys/user/notify/all/query', { stage: 1 });
  expect(JSON.stringify(told.data)).toContain(title);

  const own = await browser.newPage();
  await signIn(own, 'sales', '/customer/business/servicelist');
  await own.getByRole('tab', { name: /^待受理/ }).click();
  const order = rows(own).filter({ hasText: title });
  await order.getByRole('button', { name: /^受理 / }).click();
  await expect(order).toHaveCount(0);
  await own.getByRole('tab', { name: /^处理中/ }).click();
  await expect(order).toContainText('处理中');
  expect(await accessibilityFaults(own)).toEqual([]);
  await order.getByRole('button', { name: /^提交结果 / }).click();
  const answer = own.getByRole('dialog', { name: '提交结果' });
  await answer.getByLabel('处理结果').fill('已按新抬头重开');
  await answer.getByRole('button', { name: '确定' }).click();
  await expect(order).toHaveCount(0);

  await page.reload();
  await expect(raised).toContainText('待确认');
  await raised.getByRole('link').first().click();
  await expect(page.getByText('已按新抬头重开').first()).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await own.close();
});
