import type { Place } from '../../kernel/errors/app-error.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord } from '../../kernel/operation/record-store.ts';
import { refuseOrder, yuan } from './errors.ts';
import { issuedOf } from './store.ts';

/**
 * Refuses to take money out of an order, by a reversal or a transfer, that it does not have, or that an invoice was issued
 * for. The caller holds the order: an invoice that is about to be issued waits.
 */
export async function refuseMoneyOut(
  order: StoredRecord,
  amount: number,
  { db }: RuleContext,
  place?: Place,
): Promise<void> {
  const kept = Number(order.paidTotal) - Number(order.refundedTotal);
  if (amount > kept) throw refuseOrder('E_PAYMENT_UNDER', { paid: yuan(kept) }, place);
  const invoiced = await issuedOf(db, order.id);
  if (invoiced > kept - amount) throw refuseOrder('E_PAYMENT_INVOICED', { invoiced: yuan(invoiced) }, place);
}
