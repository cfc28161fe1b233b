import { activeHolders } from '../../db/people/active-holders.ts';
import { authorOf } from '../../kernel/caller/caller.ts';
import { newId } from '../../kernel/crypto/new-id.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import { changeStock, type Stock, type StockChange } from './store.ts';

/** Changes a stock; false where there is not enough. Whoever sends books is told when few are left. */
export async function tryStock(change: StockChange, context: RuleContext): Promise<boolean> {
  const author = { entryId: newId(), staffId: authorOf(context.caller), now: context.now };
  const stock = await changeStock(context.db, change, author);
  if (stock === undefined) return false;
  const before = stock.available - change.onHand + change.locked;
  if (before >= stock.safetyStock && stock.available < stock.safetyStock)
    await tellOfShortage(change.textbookId, stock, context);
  return true;
}

/** The same of a change that there must be enough for. */
export async function moveStock(change: StockChange, context: RuleContext): Promise<void> {
  if (!(await tryStock(change, context))) throw refuse('E_SERVER', { got: `${change.reason} ${change.textbookId}` });
}

async function tellOfShortage(linkId: string, { name, available }: Stock, context: RuleContext): Promise<void> {
  for (const receiverId of await activeHolders(context.db, 'logistics', undefined))
    await context.records.insertLater('notification', {
      ...{ receiverId, type: '16', title: '教材低于安全库存', stage: '1', status: '1' },
      ...{ linkEntity: 'textbook', linkId },
      content: `教材【${name}】只剩 ${available} 册可用，请采购。`,
    });
}
