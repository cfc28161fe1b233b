import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord } from '../../kernel/operation/record-store.ts';
import { agreementStatusOf } from './store.ts';

/** Notes with an order how far its agreements are. Whoever asks holds the agreement that changed. */
export async function settleOrder({ orderId }: Readonly<Record<string, unknown>>, context: RuleContext): Promise<void> {
  const order = await context.records.lockOne('sales_order', String(orderId));
  if (order === undefined) return;
  const agreementStatus = await statusFor(order, context);
  if (agreementStatus !== order.agreementStatus)
    await context.records.update('sales_order', order.id, { agreementStatus });
}

/** An order that names a template and has no agreement yet waits for one. */
async function statusFor(order: StoredRecord, { db }: RuleContext): Promise<string> {
  const status = await agreementStatusOf(db, order.id);
  return status === 'none' && typeof order.agreementTemplateId === 'string' ? 'pending' : status;
}
