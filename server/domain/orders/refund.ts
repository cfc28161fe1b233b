import { isGranted } from '../../../engine/model/access/index.ts';
import type { DomainRules, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { orderText } from '../../texts/domain/order-text.ts';
import { refuseOrder, yuan } from './errors.ts';
import { calculate, heldOrder } from './refund-calculation.ts';
import { allotPayouts } from './refund-payout.ts';
import { takePointsBack } from './refund-points.ts';
import { isBeingInvoiced } from './store.ts';

const approvedPlace = { pointer: '/approvedAmount', title: orderText('order.approved') };

/**
 * Rules of refunds that documents cannot say: what may go back is worked out here, never told by a client; more than
 * that needs a reason and somebody who may go beyond; and how what was agreed to is divided over the payments.
 */
export const refundRules: DomainRules = {
  entity: 'refund',

  async beforeCreate(values, context) {
    return { ...(await workOut(values, context)), ...(await endingWorkOrder(values, context)) };
  },

  async beforeModify(record, changes, context) {
    return workOut({ ...record, ...changes }, context);
  },

  transitions: {
    submit: {
      async set(refund, _, context) {
        const found = await workOut(refund, context);
        const calc = Number(found.calcAmount);
        const over = Number(refund.applyAmount) - calc;
        if (over > 0 && typeof refund.exceedReason !== 'string')
          throw refuseOrder('E_REFUND_EXCEED', { calc: yuan(calc), over: yuan(over) });
        return found;
      },
    },
    approveManager: {
      async check(refund, { approvedAmount }, { caller }) {
        const calc = Number(refund.calcAmount);
        if (Number(approvedAmount) > calc && !isGranted(caller.grants, 'refund:exceed'))
          throw refuseOrder('E_REFUND_LEVEL', { calc: yuan(calc) }, approvedPlace);
      },
    },
    approveFinance: {
      async check(refund, _, { db }) {
        if (await isBeingInvoiced(db, String(refund.orderId))) throw refuseOrder('E_REFUND_INVOICE');
      },
      after: (refund, _, context) => allotPayouts(refund, context),
    },
    paid: { set: (refund, _, context) => takePointsBack(refund, context) },
  },
};

/** The refund work order of the same order that is open, where none is named: the refund ends it. */
async function endingWorkOrder({ workOrderId, orderId }: Values, { records }: RuleContext): Promise<Values> {
  if (typeof workOrderId === 'string') return {};
  const status = ['pending_assign', 'pending_accept', 'processing', 'paused'];
  const open = await records.findOne('work_order', { type: 'refund', orderId, status });
  return open === undefined ? {} : { workOrderId: open.id };
}

/** What the server makes of a refund that is asked for. */
async function workOut(refund: Values | StoredRecord, context: RuleContext): Promise<Values> {
  const { kind, orderId, applyAmount, proofs } = refund;
  const order = await heldOrder(orderId, kind, context);
  if (kind === 'guarantee' && !(Array.isArray(proofs) && proofs.length > 0))
    throw refuseOrder('E_REFUND_PROOF', {}, { pointer: '/proofs', title: orderText('order.proofs') });
  const open = Number(order.paidTotal) - Number(order.refundedTotal);
  if (Number(applyAmount) > open)
    throw refuseOrder(
      'E_REFUND_OVER',
      { open: yuan(open) },
      { pointer: '/applyAmount', title: orderText('order.applied') },
    );
  return { ...(await calculate(order, kind, context)) };
}
