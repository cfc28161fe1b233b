import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OrderCompany, startOrderCompany } from './order-company.testing.ts';

let company: OrderCompany;
beforeAll(async () => {
  company = await startOrderCompany();
}, 60_000);
afterAll(() => company.close());

const order = (id: string) => company.stored('sales_order', id);
const act = (by: string, path: string, body: Record<string, unknown>) => company.act(by, path, body);

/** What people may write of an order once its price is made; everything else is closed. */
const forged: readonly Record<string, unknown>[] = [
  { listTotal: 1 },
  { discountTotal: 1 },
  { payableTotal: 1 },
  { paidTotal: 1 },
  { refundedTotal: 1 },
  { status: 'paid' },
  { approverId: '0190f0a0-0000-7000-8000-000000000001' },
  { sellerId: '0190f0a0-0000-7000-8000-000000000001' },
  { firstPaidAt: '2026-01-01T00:00:00.000Z' },
  { paymentDeadline: '2036-01-01T00:00:00.000Z' },
  { payMode: 'deposit' },
  { kind: 'gift' },
  { discountReason: '改' },
  { items: [] },
  { plans: [{ dueOn: '2030-01-01', amount: 1 }] },
  { shares: [] },
];
const states = [
  'pending_review',
  'pending_payment',
  'part_paid',
  'paid',
  'in_service',
  'finished',
  'cancelled',
  'refunded',
];

it.each(states)('takes no forged value of an order that is %s', async (status) => {
  const id = await company.order('sales', { shares: [{ staffId: company.ids.sales, percent: 100 }] });
  const before = await order(id);
  const paid = ['part_paid', 'paid', 'in_service', 'finished', 'refunded'].includes(status);
  await company.database.rows(
    'update sales_order set status = $1, paid_total = $2, refunded_total = $3, first_paid_at = now() where id = $4',
    [status, paid ? 500_000 : 0, status === 'refunded' ? 500_000 : 0, id],
  );
  const stored = await order(id);
  for (const value of forged) {
    const answer = await act('sales', '/v1/sales/order/modify', { id, version: before.version, ...value });
    const after = await order(id);
    expect({ value, code: answer.code, after }).toMatchObject({ after: { ...stored, updatedAt: after.updatedAt } });
  }
  expect(await company.records.count('order_item', { orderId: id })).toBe(1);
  expect(await company.records.count('payment_plan', { orderId: id })).toBe(0);
  for (const path of ['pay', 'unpay', 'approve', 'reject', 'withdraw', 'expire']) {
    const answer = await act('admin', `/v1/sales/order/${path}`, {
      ...{ id, approverId: company.ids.admin, paymentId: id, amount: 1, paidAt: new Date().toISOString() },
    });
    expect(answer.code, path).not.toBe('0');
  }
  expect(await order(id)).toMatchObject({ status, payableTotal: 1_000_000 });
  // Out of the way of what is checked in the end: nothing of this was real.
  await company.database.rows(
    "update sales_order set status = 'draft', paid_total = 0, refunded_total = 0 where id = $1",
    [id],
  );
  await company.database.rows('delete from operation_log where entity_id::text = $1', [id]).catch(() => undefined);
});
