import type { DomainRules, RuleBook } from '../../kernel/operation/domain-rules.ts';
import type { Schedule } from '../../kernel/operation/schedule.ts';
import { invoiceRules } from './invoice.ts';
import { issueSchedule } from './invoice-issue.ts';
import { monthCloseRules } from './months.ts';
import { salesOrderRules } from './order.ts';
import { paymentRules } from './payment.ts';
import { payoutBatchRules } from './payout-batch.ts';
import { paymentPlanRules } from './plan.ts';
import { refundRules } from './refund.ts';
import { payoutSchedule } from './refund-payout.ts';
import { orderReviewRules } from './review.ts';
import { userMatchRules } from './user-match.ts';

export { snapshotOf } from './snapshot.ts';

/** Rules of selling and being paid: orders, their reviews, plans, payments, refunds and invoices, months and matches. */
export const orderArea: readonly DomainRules[] = [
  salesOrderRules,
  orderReviewRules,
  paymentPlanRules,
  paymentRules,
  monthCloseRules,
  userMatchRules,
  refundRules,
  payoutBatchRules,
  invoiceRules,
];

/** What the area does of itself beyond what its entities declare. */
export function orderSchedules(rules: RuleBook): readonly Schedule[] {
  return [payoutSchedule(rules), issueSchedule(rules)];
}
