import type { Message } from '../../../../engine/model/texts/index.ts';
import type { RuleContext } from '../../../kernel/operation/domain-rules.ts';
import type { Values } from '../../../kernel/operation/record-store.ts';
import { customerText } from '../../../texts/domain/customer-text.ts';
import { refuseCustomer } from '../errors/errors.ts';
import { openOrders } from './open-orders.ts';

/** What is on its way: its customer stays with his owner. */
const open = [
  {
    entity: 'sales_order',
    what: customerText('customer.open.order'),
    values: { status: openOrders },
  },
  { entity: 'sales_order', what: customerText('customer.open.refund'), values: { refundFlag: 'applying' } },
  {
    entity: 'work_order',
    what: customerText('customer.open.workOrder'),
    values: { status: ['pending_assign', 'pending_accept', 'processing', 'paused', 'pending_confirm'] },
  },
];

/** Refuses to let a customer go to the pool who has an open order, refund or work order. */
export async function refuseOpenBusiness(customerId: string, action: Message, context: RuleContext): Promise<void> {
  const what = await openBusiness({ customerId }, context);
  if (what !== undefined) throw refuseCustomer('E_CUSTOMER_OPEN_BUSINESS', { what, action });
}

/** What is on its way among the rows of a customer or student; undefined where nothing is. */
export async function openBusiness(whose: Values, { records, documents }: RuleContext): Promise<Message | undefined> {
  for (const { entity, what, values } of open)
    if (documents.entities.has(entity) && (await records.count(entity, { ...whose, ...values })) > 0) return what;
  return undefined;
}
