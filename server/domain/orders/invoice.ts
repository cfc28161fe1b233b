import { formatMessage } from '../../../engine/model/texts/index.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import { modelOf } from '../../kernel/operation/context.ts';
import type { DomainRules, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { numbersFor } from '../../records/change/write-row.ts';
import { orderText } from '../../texts/domain/order-text.ts';
import { refuseOrder, yuan } from './errors.ts';
import { liveInvoiced } from './store.ts';

/**
 * Rules of invoices that documents cannot say: of the orders of one customer, none beyond what of it was paid and did not
 * go back, whatever else is on its way; what is taken back is an invoice of its own with the sign turned round.
 */
export const invoiceRules: DomainRules = {
  entity: 'invoice',

  async beforeCreate(values) {
    refuseTaxNo(values);
    return {};
  },

  async beforeModify(invoice, changes) {
    refuseTaxNo({ ...invoice, ...changes });
    return {};
  },

  afterCreate: (id, values, context) => settle({ ...values, id, version: 1 }, context),

  async afterModify(invoice, changes, context) {
    if (invoice.status === 'pending') await settle({ ...invoice, ...changes }, context);
  },

  transitions: {
    approve: {
      async check(invoice, _, context) {
        await refuseBeyond(invoice, context);
      },
    },
    issue: {
      async check(invoice, _, context) {
        if (invoice.redOfId === null) await refuseBeyond(invoice, context);
      },
    },
    issued: { after: (invoice, _, context) => countIssued(invoice, context) },
    redFlush: { after: (invoice, _, context) => context.records.bySystem(() => makeRed(invoice, context)) },
  },
};

/** A tax number is fifteen to twenty digits and capital letters. */
function refuseTaxNo({ titleType, taxNo }: Values): void {
  if (titleType !== 'company' || typeof taxNo !== 'string' || /^[0-9A-Z]{15,20}$/.test(taxNo)) return;
  throw invalidInput([
    {
      code: 'E_INPUT_FORMAT',
      pointer: '/taxNo',
      title: formatMessage(orderText('order.taxNo')),
      expected: formatMessage(orderText('order.taxNo.form')),
      got: taxNo,
    },
  ]);
}

/** The amount is what its orders sum to, once none is beyond what is left of it. */
async function settle(invoice: StoredRecord, context: RuleContext): Promise<void> {
  const items = await refuseBeyond(invoice, context);
  const amount = items.reduce((sum, item) => sum + Number(item.amount), 0);
  await context.records.update('invoice', invoice.id, { amount });
}

/** Refuses orders of others, under a refund, or with less left than is asked for; they are held, in one order. */
async function refuseBeyond(invoice: StoredRecord, context: RuleContext): Promise<readonly StoredRecord[]> {
  const { records, db } = context;
  const found = await records.find('invoice_item', { invoiceId: invoice.id });
  const items = found.toSorted((a, b) => Number(a.place) - Number(b.place));
  const ids = items.map(({ orderId }) => String(orderId));
  const orders = new Map((await records.lockMany('sales_order', ids)).map((order) => [order.id, order]));
  for (const [at, { orderId, amount }] of items.entries()) {
    const order = orders.get(String(orderId));
    if (order === undefined) throw refuse('E_NOT_FOUND');
    const facts = { order: order.orderNo };
    const place = { pointer: `/items/${at}/orderId`, title: orderText('order.order') };
    if (order.customerId !== invoice.customerId) throw refuseOrder('E_INVOICE_CUSTOMER', facts, place);
    if (order.refundFlag === 'applying') throw refuseOrder('E_INVOICE_REFUND', facts, place);
    const others = await liveInvoiced(db, order.id, invoice.id);
    const open = Number(order.paidTotal) - Number(order.refundedTotal) - others;
    if (Number(amount) > open)
      throw refuseOrder(
        'E_INVOICE_OVER',
        { ...facts, open: yuan(Math.max(0, open)) },
        { pointer: `/items/${at}/amount`, title: orderText('order.invoiced') },
      );
  }
  return items;
}

/** What was issued counts with its orders; what takes another back is negative. */
async function countIssued(invoice: StoredRecord, { records }: RuleContext): Promise<void> {
  const items = await records.find('invoice_item', { invoiceId: invoice.id });
  const amounts = new Map(items.map(({ orderId, amount }) => [String(orderId), Number(amount)]));
  for (const order of await records.lockMany('sales_order', [...amounts.keys()]))
    await records.update('sales_order', order.id, {
      invoiceTotal: Number(order.invoiceTotal) + (amounts.get(order.id) ?? 0),
    });
}

/** The invoice that takes one back: the same with the sign turned round, on its way to be issued. */
async function makeRed(invoice: StoredRecord, context: RuleContext): Promise<void> {
  const { records } = context;
  if ((await records.findOne('invoice', { redOfId: invoice.id })) !== undefined) throw refuseOrder('E_INVOICE_RED');
  const { customerId, kind, titleType, title, taxNo, content, email, applicantId, applicantDeptId, reviewerId } =
    invoice;
  const id = await records.insert('invoice', {
    ...(await numbersFor(modelOf(context.documents, 'invoice'), context)),
    ...{ customerId, kind, titleType, title, taxNo, content, email, applicantId, applicantDeptId, reviewerId },
    ...{ amount: -Number(invoice.amount), redOfId: invoice.id, status: 'issuing', attempts: 0 },
    remark: `红冲 ${String(invoice.invoiceNo)}`,
  });
  for (const { orderId, orderNo, amount, place } of await records.find('invoice_item', { invoiceId: invoice.id }))
    await records.insert('invoice_item', { invoiceId: id, orderId, orderNo, amount: -Number(amount), place });
}
