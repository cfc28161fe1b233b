import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord } from '../../kernel/operation/record-store.ts';

/** What an order is made of, each in its order. */
export type OrderParts = {
  readonly items: readonly StoredRecord[];
  readonly plans: readonly StoredRecord[];
  readonly shares: readonly StoredRecord[];
};

/** Reads the rows an order is made of. */
export async function partsOf(orderId: string, { records }: RuleContext): Promise<OrderParts> {
  const rows = async (entity: string, place: string) =>
    (await records.find(entity, { orderId })).toSorted((a, b) => Number(a[place]) - Number(b[place]));
  return {
    items: await rows('order_item', 'place'),
    plans: await rows('payment_plan', 'periodNo'),
    shares: await rows('order_share', 'place'),
  };
}

/** What one of an item is sold for, in cents. */
export function priceOf(item: StoredRecord): number {
  return Number(item.listPrice) - Number(item.discount);
}

/** Whether an item is sold below what it must fetch. */
export function isBelowFloor(item: StoredRecord): boolean {
  return priceOf(item) < Number(item.floorPrice);
}

/** Whether what an order bought was closed along with a refund: it takes no more money then. */
export async function isClosed(orderId: string, context: RuleContext): Promise<boolean> {
  const { items } = await partsOf(orderId, context);
  return items.some(({ closedAt }) => typeof closedAt === 'string');
}
