import type { RuleContext } from '../../../kernel/operation/domain-rules.ts';
import type { Values } from '../../../kernel/operation/record-store.ts';

/** What of a call's confirmation makes it count: the line told of it, its bill, or somebody other than its own person. */
export const confirmed = ['line', 'bill', 'manual'] as const;

/** A customer knows how often he was telephoned with, and since when. */
export async function countCall({ customerId, startedAt }: Values, { records }: RuleContext): Promise<void> {
  if (typeof customerId !== 'string') return;
  const customer = await records.lockOne('customer', customerId);
  if (customer === undefined) return;
  const isFirst =
    customer.firstCallAt === null || Date.parse(String(startedAt)) < Date.parse(String(customer.firstCallAt));
  await records.update('customer', customerId, {
    callCount: Number(customer.callCount) + 1,
    ...(isFirst ? { firstCallAt: startedAt } : {}),
  });
}
