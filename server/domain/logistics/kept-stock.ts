import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import { refuseLogistics } from './errors.ts';
import { moveStock, tryStock } from './stock.ts';
import { availableOf, booksOf } from './store.ts';

/**
 * Keeps in stock what a shipment that waits is to send, and lets go what it does not send any more; the ledger tells what
 * is kept for it, so nothing stays behind whichever way its lines were changed. Answers whether all of it is kept.
 */
export async function keepStock(shipmentId: string, context: RuleContext): Promise<boolean> {
  let isReady = true;
  for (const { textbookId, wanted, kept } of await booksOf(context.db, shipmentId)) {
    const locked = wanted - kept;
    if (locked < 0) await moveStock({ textbookId, reason: 'unlock', onHand: 0, locked, shipmentId }, context);
    if (locked > 0 && !(await tryStock({ textbookId, reason: 'lock', onHand: 0, locked, shipmentId }, context)))
      isReady = false;
  }
  return isReady;
}

/** The same where nothing may be missing: tells which textbook there is too little of. */
export async function keepWholeStock(shipmentId: string, context: RuleContext): Promise<void> {
  if (await keepStock(shipmentId, context)) return;
  const books = await booksOf(context.db, shipmentId);
  const short = books.find(({ wanted, kept }) => kept < wanted);
  const { textbookId = '', name = '', wanted = 0, kept = 0 } = short ?? {};
  throw refuseLogistics('E_STOCK_SHORT', {
    name,
    left: await availableOf(context.db, textbookId),
    need: wanted - kept,
  });
}

/** Lets go all that is kept for a shipment. */
export async function releaseStock(shipmentId: string, context: RuleContext): Promise<void> {
  for (const { textbookId, kept } of await booksOf(context.db, shipmentId))
    if (kept > 0) await moveStock({ textbookId, reason: 'unlock', onHand: 0, locked: -kept, shipmentId }, context);
}

/** Takes what a shipment sends out of the stock: what was kept for it, and not a book else. */
export async function sendStock(shipmentId: string, context: RuleContext): Promise<void> {
  await keepWholeStock(shipmentId, context);
  for (const { textbookId, wanted } of await booksOf(context.db, shipmentId))
    if (wanted > 0)
      await moveStock({ textbookId, reason: 'ship', onHand: -wanted, locked: -wanted, shipmentId }, context);
}

/** Puts what came back into the stock. */
export async function returnStock(shipmentId: string, context: RuleContext): Promise<void> {
  for (const { textbookId, wanted } of await booksOf(context.db, shipmentId))
    if (wanted > 0) await moveStock({ textbookId, reason: 'return', onHand: wanted, locked: 0, shipmentId }, context);
}
