import { modelOf } from '../../kernel/operation/context.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { numbersFor } from '../../records/change/write-row.ts';
import { logChange } from '../../records/log/operation-log.ts';
import { holdOrderSupervision } from '../customer/index.ts';
import { keepStock } from './kept-stock.ts';
import { type Books, booksToSend, settleLogistics } from './store.ts';

/** A shipment of an order that waits to be picked; what there is of its textbooks is kept for it. */
export async function makeShipment(
  order: StoredRecord,
  books: readonly Books[],
  more: Values,
  context: RuleContext,
): Promise<string> {
  const { records, documents } = context;
  const entity = modelOf(documents, 'shipment');
  const values = {
    ...(await numbersFor(entity, context)),
    ...(await ofOrder(order, context)),
    ...(await receiverOf(order, context)),
    ...{ status: 'pending', stockReady: false, bookCount: 0, ...more },
  };
  const id = await records.insert('shipment', values);
  for (const [at, { textbookId, quantity }] of books.entries()) {
    const book = await records.findOne('textbook', { id: textbookId });
    await records.insert('shipment_item', {
      ...{ shipmentId: id, textbookId, quantity, place: at + 1 },
      ...{ textbookName: book?.name, edition: book?.edition, deductPrice: book?.deductPrice },
    });
  }
  await settleShipment(id, context);
  await logChange({ entity, id, action: 'create', title: '新增', after: values }, context);
  await settleOrder(order.id, context);
  return id;
}

/** Makes the shipment that follows from an order being paid, with what was not sent of it yet; none where that is nothing. */
export async function sendBooks(orderId: string, context: RuleContext): Promise<void> {
  if (!context.documents.entities.has('shipment')) return;
  const order = await context.records.lockOne('sales_order', orderId);
  const books = await booksToSend(context.db, orderId);
  if (order !== undefined && books.length > 0) await makeShipment(order, books, {}, context);
}

/** What a shipment takes over from its order, and from the study service of it. */
export async function ofOrder(order: StoredRecord, context: RuleContext): Promise<Values> {
  const { id, orderNo, customerId, projectId, sellerId, sellerDeptId } = order;
  await holdOrderSupervision(id, context);
  const service = await context.records.findOne('study_service', { orderId: id });
  return {
    ...{ orderId: id, orderNo, customerId, projectId, sellerId, sellerDeptId },
    ...{ supervisorId: service?.supervisorId ?? null, supervisorDeptId: service?.supervisorDeptId ?? null },
  };
}

/** Whom the textbooks of an order go to: whoever it names, else the customer. */
export async function receiverOf(order: StoredRecord, { records }: RuleContext): Promise<Values> {
  const { receiverName, receiverMobile, receiverAddress } = order;
  const customer = await records.findOne('customer', { id: order.customerId });
  return {
    receiverName: receiverName ?? customer?.name ?? null,
    receiverMobile: receiverMobile ?? customer?.mobile ?? null,
    receiverAddress: receiverAddress ?? null,
  };
}

/** Keeps the stock for what a waiting shipment holds just now, and writes down what that is. */
export async function settleShipment(id: string, context: RuleContext): Promise<void> {
  const { records } = context;
  const stockReady = await keepStock(id, context);
  const items = [...(await records.find('shipment_item', { shipmentId: id }))].sort(
    (one, other) => Number(one.place) - Number(other.place),
  );
  const summary = items.map(({ textbookName, quantity }) => `${textbookName} × ${quantity}`).join('、');
  const bookCount = items.reduce((sum, { quantity }) => sum + Number(quantity), 0);
  await records.update('shipment', id, { stockReady, summary: summary.slice(0, 500), bookCount });
}

/** Has an order say how far its textbooks are, one change of its shipments after another. */
export async function settleOrder(orderId: unknown, { records, db }: RuleContext): Promise<void> {
  await records.lock('sales_order', String(orderId));
  await settleLogistics(db, String(orderId));
}

/** The same for an order that has ended, in whatever way: what came back or was lost waits no more to be sent again. */
export async function endShipments(order: StoredRecord, context: RuleContext): Promise<void> {
  if (context.documents.entities.has('shipment')) await settleLogistics(context.db, order.id);
}
