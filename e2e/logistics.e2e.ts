import type { APIRequestContext, Page } from '@playwright/test';
import { accessibilityFaults } from './support/accessibility.ts';
import { callApi, tokenOf } from './support/api.ts';
import { rowsOf } from './support/database.ts';
import { registered, submittedOrder } from './support/order.ts';
import { rows } from './support/screen.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const mobile = '13987654321';

/** An order of `sales` with a receiver, paid in full; answers its number and that of the shipment it makes. */
async function paidWithReceiver(request: APIRequestContext) {
  const receiver = { receiverName: '李收件', receiverMobile: mobile, receiverAddress: '杭州市学府路 1 号' };
  const order = await submittedOrder(request, '法考全程班', receiver);
  const id = await registered(request, order.id, order.payable);
  const finance = await tokenOf(request, 'finance');
  expect(await callApi(request, finance, '/v1/payment/confirm', { id })).toMatchObject({ code: '0' });
  const [made] = await rowsOf('select id, shipment_no as no, stock_ready as ready from shipment where order_id = $1', [
    order.id,
  ]);
  if (made === undefined || !('no' in made && 'id' in made)) throw new TypeError('no shipment');
  return { orderNo: order.no, orderId: order.id, id: String(made.id), no: String(made.no) };
}

const found = async (page: Page, path: string, no: string) => {
  await page.goto(path);
  await page.getByRole('tab', { name: '全部' }).click();
  await page.getByRole('textbox', { name: '关键字' }).fill(no);
  await page.getByRole('textbox', { name: '关键字' }).press('Enter');
  const row = rows(page).filter({ hasText: no });
  await expect(row).toHaveCount(1);
  return row;
};

test('textbooks of a paid order: what is missing is bought, picked, shipped by a table of numbers, and signed for', async ({
  page,
  request,
}) => {
  const shipment = await paidWithReceiver(request);

  await signIn(page, 'logistics');
  // The newest textbook of the class was never bought: nothing can be picked until it is.
  const row = await found(page, '/recruitment/job/orderlogistics', shipment.no);
  await expect(row).toContainText(mobile);
  await row.getByRole('button', { name: /^配货 / }).click();
  await expect(page.getByText(/库存不足：“法考冲刺讲义”可用 0 册，需要 1 册/).first()).toBeVisible();

  await page.goto('/recruitment/job/coursetextbook');
  const book = rows(page).filter({ hasText: '法考冲刺讲义' });
  await book.getByRole('button', { name: /^入库 / }).click();
  const form = page.getByRole('dialog', { name: '入库' });
  await form.getByRole('spinbutton', { name: '册数' }).fill('30');
  await form.getByRole('button', { name: '确定' }).click();
  await expect(form).toBeHidden();
  await expect(book.getByRole('cell', { name: '30', exact: true }).first()).toBeVisible();

  const again = await found(page, '/recruitment/job/orderlogistics', shipment.no);
  await again.getByRole('button', { name: /^配货 / }).click();
  await expect(again).toContainText('配货中');
  expect(await accessibilityFaults(page)).toEqual([]);

  await page.getByRole('button', { name: '批量发货' }).click();
  const drawer = page.getByRole('dialog', { name: /发货/ });
  const tracking = `SF${String(Date.now()).slice(-10)}`;
  const table = ['邮寄单号,快递公司,运单号', `${shipment.no},顺丰,${tracking}`, `WL00000000000001,顺丰,${tracking}9`];
  await drawer
    .locator('input[type=file]')
    .setInputFiles({ name: '运单号.csv', mimeType: 'text/csv', buffer: Buffer.from(`\ufeff${table.join('\r\n')}`) });
  await drawer.getByRole('button', { name: '预检' }).click();
  await expect(drawer.getByText('第 3 行')).toBeVisible({ timeout: 30_000 });
  await drawer.getByRole('button', { name: /1 条$/ }).click();
  await expect(drawer.getByText(/成功 1 条/)).toBeVisible({ timeout: 30_000 });
  await page.keyboard.press('Escape');

  const sent = await found(page, '/recruitment/job/orderlogistics', shipment.no);
  await expect(sent).toContainText(tracking);
  await sent.getByRole('link').first().click();
  await expect(page.getByText(new RegExp(`已发货：顺丰 ${tracking}`))).toBeVisible();
  await expect(page.getByRole('button', { name: '编辑', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: '签收', exact: true }).click();
  // The list below is kept, and may have others of this state.
  await expect(page.getByText('已签收').filter({ visible: true }).first()).toBeVisible();

  await signIn(page, 'sales');
  const own = await found(page, '/recruitment/job/logisticsQueryBusiness', shipment.no);
  await expect(own).toContainText('已签收');
  expect(await own.innerText()).not.toContain(mobile);

  expect(await rowsOf('select logistics_status from sales_order where id = $1', [shipment.orderId])).toEqual([
    { logistics_status: 'signed' },
  ]);
  const wrong = `select t.name from textbook t where stock_on_hand < stock_locked or stock_locked < 0
    or (stock_on_hand, stock_locked) <> (select coalesce(sum(on_hand_delta), 0), coalesce(sum(locked_delta), 0)
      from stock_ledger where textbook_id = t.id)`;
  expect(await rowsOf(wrong)).toEqual([]);
});
