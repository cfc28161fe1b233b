import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord } from '../../kernel/operation/record-store.ts';

/** A change of how many of some goods there are. */
export type GoodsChange = {
  readonly reason: 'purchase' | 'adjust' | 'exchange' | 'exchange_cancel';
  readonly delta: number;
  readonly exchangeId?: string;
};

/** Enters a change in the ledger of goods whose row is held; `before` is what there was of them. */
export async function enterStock(
  { id }: Pick<StoredRecord, 'id'>,
  before: number,
  { reason, delta, exchangeId }: GoodsChange,
  { records }: RuleContext,
): Promise<void> {
  if (delta === 0) return;
  await records.insertLater('commodity_ledger', {
    ...{ commodityId: id, reason, onHandDelta: delta, onHandAfter: before + delta },
    exchangeId: exchangeId ?? null,
  });
}
