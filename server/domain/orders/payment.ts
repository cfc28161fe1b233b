import { refuse } from '../../kernel/errors/app-error.ts';
import type { DomainRules, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { orderText } from '../../texts/domain/order-text.ts';
import { refuseOrder, yuan } from './errors.ts';
import { refuseMoneyOut } from './money-out.ts';
import { refuseClosedMonth } from './months.ts';
import { isClosed } from './order-parts.ts';

/** States of an order in which money may come. */
const taking: readonly unknown[] = ['pending_payment', 'part_paid', 'in_service'];

const orderPlace = { pointer: '/orderId', title: orderText('order.order') };
const amountPlace = { pointer: '/amount', title: orderText('order.amount') };

/** Rules of payments: what an order takes, and months that are open. */
export const paymentRules: DomainRules = {
  entity: 'payment',

  async beforeCreate(values, context) {
    const order = await context.records.lockOne('sales_order', String(values.orderId));
    if (order === undefined) throw refuse('E_NOT_FOUND');
    refuseUntaken(order, values, context);
    if (await isClosed(order.id, context)) throw refuseOrder('E_PAYMENT_CLOSED', {}, orderPlace);
    if (values.method === 'transfer' && Number(values.amount) < 0)
      await refuseMoneyOut(order, -Number(values.amount), context, amountPlace);
    await refuseClosedMonth(values.paidAt, context, { pointer: '/paidAt', title: orderText('order.paidAt') });
    return {};
  },

  transitions: {
    confirm: { check: (payment, _, context) => refuseClosedMonth(payment.paidAt, context) },
    reverse: {
      async check(payment, _, context) {
        await refuseClosedMonth(context.now, context);
        const order = await context.records.lockOne('sales_order', String(payment.orderId));
        if (order === undefined) throw refuse('E_NOT_FOUND');
        await refuseMoneyOut(order, Number(payment.amount), context);
      },
    },
  },
};

/** Refuses what an order does not take now: the states it is in, a refund under way, more than is open. */
function refuseUntaken(order: StoredRecord, { amount }: Values, { documents }: RuleContext): void {
  if (!taking.includes(order.status)) {
    const states = documents.dictionaries.get('sales_order_status')?.values ?? [];
    const status = states.find(({ key }) => key === order.status)?.title ?? order.status;
    throw refuseOrder('E_PAYMENT_STATE', { status }, orderPlace);
  }
  if (order.refundFlag === 'applying') throw refuseOrder('E_PAYMENT_REFUND', {}, orderPlace);
  const left = Number(order.payableTotal) - Number(order.paidTotal);
  if (Number(amount) > left)
    throw refuseOrder('E_PAYMENT_OVER', { left: yuan(left), over: yuan(Number(amount) - left) }, amountPlace);
}
