import type { DomainRules, RuleBook, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord } from '../../kernel/operation/record-store.ts';
import { applySystemTransition } from '../../operations/transition/apply-system-transition.ts';
import { orderText } from '../../texts/domain/order-text.ts';
import { refuseOrder } from './errors.ts';
import { partsOf } from './order-parts.ts';

/** Filling a period follows no rules of an area. */
const noRules: RuleBook = new Map();

/** Refuses a plan in which a period is not due after the one before it. */
export function refuseUnordered(plans: readonly StoredRecord[]): void {
  for (const [at, plan] of plans.entries()) {
    const before = plans[at - 1];
    if (before !== undefined && String(before.dueOn) >= String(plan.dueOn))
      throw refuseOrder('E_ORDER_PLAN_DATES', { period: at + 1 });
  }
}

/** Puts money into the periods of an order, the earliest first; what is negative comes out of them, the latest first. */
export async function fillPlans(orderId: string, amount: number, context: RuleContext): Promise<void> {
  if (amount < 0) return takeFromPlans(orderId, -amount, context);
  let left = amount;
  for (const plan of await livePlans(orderId, context)) {
    const part = Math.min(left, Number(plan.amount) - Number(plan.paidAmount));
    left -= part;
    await fill(plan, part, context);
  }
}

/** Takes money out of the periods of an order, the latest first. */
export async function takeFromPlans(orderId: string, amount: number, context: RuleContext): Promise<void> {
  if (amount < 0) return fillPlans(orderId, -amount, context);
  let left = amount;
  for (const plan of (await livePlans(orderId, context)).toReversed()) {
    const part = Math.min(left, Number(plan.paidAmount));
    left -= part;
    await fill(plan, -part, context);
  }
}

async function livePlans(orderId: string, context: RuleContext): Promise<readonly StoredRecord[]> {
  const { plans } = await partsOf(orderId, context);
  return plans.filter(({ status }) => status !== 'cancelled');
}

async function fill({ id }: StoredRecord, part: number, context: RuleContext): Promise<void> {
  if (part === 0) return;
  const move = { entity: 'payment_plan', key: 'fill', input: { part }, rules: noRules, id };
  await context.records.bySystem(() => applySystemTransition(move, context));
}

/** Rules of the periods of a plan: one that is put off stays before the next. */
export const paymentPlanRules: DomainRules = {
  entity: 'payment_plan',
  transitions: {
    extend: {
      async check(plan, input, context) {
        const { plans } = await partsOf(String(plan.orderId), context);
        const next = plans.find(({ periodNo }) => Number(periodNo) > Number(plan.periodNo));
        if (next !== undefined && String(input.dueOn) >= String(next.dueOn))
          throw refuseOrder(
            'E_ORDER_PLAN_NEXT',
            { day: next.dueOn },
            { pointer: '/dueOn', title: orderText('order.dueOn') },
          );
      },
    },
  },
};
