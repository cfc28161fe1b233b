import { refuse } from '../../kernel/errors/app-error.ts';
import type { DomainRules, RuleBook, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { applySystemTransition } from '../../operations/transition/apply-system-transition.ts';
import { orderText } from '../../texts/domain/order-text.ts';
import { approvedOrder } from '../agreement/index.ts';
import { type Approval, levelNeeded, mayApprove, mayGive, type Quota } from './discount-limit.ts';
import { refuseOrder, yuan } from './errors.ts';
import { isBelowFloor, partsOf } from './order-parts.ts';
import { tellReviewers } from './reviewers.ts';
import { snapshotOf } from './snapshot.ts';

const levelWords = {
  none: orderText('order.level.leader'),
  leader: orderText('order.level.leader'),
  manager: orderText('order.level.manager'),
  director: orderText('order.level.director'),
} as const;

/** What follows from an order being approved beyond its review. */
const approving: RuleBook = new Map([
  ['sales_order', { entity: 'sales_order', transitions: { approve: approvedOrder } }],
]);

/**
 * Rules of reviews: a discount within the seller's own limit needs none, another goes to the level whose limit it is
 * within; whoever approves has to have that limit himself, or stand in for somebody who has, and sees what was submitted.
 */
export const orderReviewRules: DomainRules = {
  entity: 'order_review',

  async beforeCreate(values, context) {
    const order = await orderOf(values, context);
    const level = await levelOf(order, context);
    const isExempt = level === 'none';
    return {
      ...(await snapshotOf(order, context)),
      level,
      ...(isExempt ? { result: 'exempt', reviewedAt: context.now } : {}),
    };
  },

  async afterCreate(id, values, context) {
    if (values.result !== 'exempt')
      return tellReviewers({ ...values, id, version: 1 }, await orderOf(values, context), context);
    const input = { approverId: values.submitterId };
    const move = { entity: 'sales_order', key: 'approve', input, rules: approving, id: String(values.orderId) };
    await applySystemTransition(move, context);
  },

  async takes(review, context) {
    return (await approvalOf(review, context, 'looked at')).isEnough;
  },

  transitions: {
    approve: {
      async check(review, _, context) {
        const order = await context.records.lockOne('sales_order', String(review.orderId));
        if (order === undefined) throw refuse('E_NOT_FOUND');
        if ((await snapshotOf(order, context)).digest !== review.digest) throw refuseOrder('E_ORDER_CHANGED');
      },
      set: async (review, _, context) => ({ behalfOfId: await approvedFor(review, context) }),
    },
  },
};

async function orderOf({ orderId }: Values, { records }: RuleContext): Promise<StoredRecord> {
  const order = await records.findOne('sales_order', { id: orderId });
  if (order === undefined) throw refuse('E_NOT_FOUND');
  return order;
}

/** Who has to look at an order: nobody where its seller may give the discount himself. */
async function levelOf(order: StoredRecord, context: RuleContext): Promise<keyof typeof levelWords> {
  const { items } = await partsOf(order.id, context);
  if (items.some(isBelowFloor)) return 'director';
  const isGift = order.kind === 'gift';
  if (!isGift && Number(order.discountTotal) === 0) return 'none';
  if (!isGift && (await mayGive(String(order.sellerId), order, context)).isEnough) return 'none';
  return levelNeeded(order, context);
}

async function approvalOf(review: StoredRecord, context: RuleContext, quota: Quota): Promise<Approval> {
  const order = await orderOf(review, context);
  const { items } = await partsOf(order.id, context);
  return mayApprove(order, items.some(isBelowFloor), context, quota);
}

/** On whose behalf the caller approves: null for himself. What is beyond both is refused. */
async function approvedFor(review: StoredRecord, context: RuleContext): Promise<string | null> {
  const order = await orderOf(review, context);
  const approval = await approvalOf(review, context, 'held');
  if (approval.isEnough) return approval.behalfOfId;
  const level =
    levelWords[review.level === 'director' ? 'director' : review.level === 'manager' ? 'manager' : 'leader'];
  const [discount, limit] = [yuan(Number(order.discountTotal)), yuan(approval.limit)];
  throw refuseOrder('E_ORDER_LIMIT', { discount, limit, level });
}
