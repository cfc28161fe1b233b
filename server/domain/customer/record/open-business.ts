import type { RuleContext } from '../../../kernel/operation/domain-rules.ts';
import { refuseCustomer } from '../errors/errors.ts';
import { openOrders } from './open-orders.ts';

/** What is on its way: its customer stays with his owner. */
const open = [
  {
    entity: 'sales_order',
    what: '订单',
    values: { status: openOrders },
  },
  { entity: 'sales_order', what: '退费', values: { refundFlag: 'applying' } },
  {
    entity: 'work_order',
    what: '工单',
    values: { status: ['pending_assign', 'pending_accept', 'processing', 'paused', 'pending_confirm'] },
  },
];

/** Refuses to let a customer go to the pool who has an open order, refund or work order. */
export async function refuseOpenBusiness(
  customerId: string,
  action: '退回' | '回收',
  { records, documents }: RuleContext,
): Promise<void> {
  for (const { entity, what, values } of open) {
    if (!documents.entities.has(entity)) continue;
    if ((await records.count(entity, { customerId, ...values })) > 0)
      throw refuseCustomer('E_CUSTOMER_OPEN_BUSINESS', { what, action });
  }
}
