import type { DomainRules } from '../../kernel/operation/domain-rules.ts';
import { monthCloseRules } from './months.ts';
import { salesOrderRules } from './order.ts';
import { paymentRules } from './payment.ts';
import { paymentPlanRules } from './plan.ts';
import { orderReviewRules } from './review.ts';
import { userMatchRules } from './user-match.ts';

/** Rules of selling and being paid: orders, their reviews, plans and payments, months and matches. */
export const orderArea: readonly DomainRules[] = [
  salesOrderRules,
  orderReviewRules,
  paymentPlanRules,
  paymentRules,
  monthCloseRules,
  userMatchRules,
];
