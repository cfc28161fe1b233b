import { createHash } from 'node:crypto';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { partsOf } from './order-parts.ts';

/** What is reviewed of an order, and a digest that no other content has. */
export type Snapshot = { readonly snapshot: Values; readonly digest: string };

/** What an order says of its price as it stands now. */
export async function snapshotOf(order: StoredRecord, context: RuleContext): Promise<Snapshot> {
  const { items, plans, shares } = await partsOf(order.id, context);
  const { customerId, kind, projectId, listTotal, discountTotal, payableTotal, payMode, discountReason } = order;
  const snapshot = {
    ...{ customerId, kind, projectId, listTotal, discountTotal, payableTotal, payMode, discountReason },
    agreementTemplateId: order.agreementTemplateId ?? null,
    items: items.map(({ classTypeId, classTypeName, listPrice, discount, quantity }) => ({
      ...{ classTypeId, classTypeName, listPrice, discount, quantity },
    })),
    plans: plans.map(({ periodNo, dueOn, amount }) => ({ periodNo, dueOn, amount })),
    shares: shares.map(({ staffId, percent }) => ({ staffId, percent })),
  };
  return { snapshot, digest: createHash('sha256').update(JSON.stringify(snapshot)).digest('hex') };
}
