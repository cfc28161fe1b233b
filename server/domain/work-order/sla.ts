import { evaluate, parseExpression } from '../../../engine/model/expression/index.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { Values } from '../../kernel/operation/record-store.ts';

/** What holds of the time of an order; durations in minutes, the limit in cents. */
export type Policy = {
  readonly respondMinutes: number;
  readonly resolveMinutes: number;
  readonly nearExpiryMinutes: number;
  readonly escalateMinutes: number;
  readonly workHoursOnly: boolean;
  readonly compensationLimit: number;
};

const hour = 60;
const day = 24 * hour;
const usual = { nearExpiryMinutes: 120, escalateMinutes: 4 * hour, workHoursOnly: false, compensationLimit: 0 };

/** A rule a company begins with; without a priority it holds for those its type has no rule of. */
export type UsualPolicy = Policy & { readonly type: string; readonly priority: string | null };

/** What holds where a company has no rule of its own: its first rules, until it writes others. */
export const usualPolicies: readonly UsualPolicy[] = [
  {
    ...usual,
    type: 'complaint',
    priority: 'urgent',
    respondMinutes: 10,
    resolveMinutes: day,
    compensationLimit: 50_000,
  },
  {
    ...usual,
    type: 'complaint',
    priority: null,
    respondMinutes: 30,
    resolveMinutes: 2 * day,
    compensationLimit: 50_000,
  },
  { ...usual, type: 'service', priority: null, respondMinutes: 30, resolveMinutes: day },
  { ...usual, type: 'after_sales', priority: null, respondMinutes: 2 * hour, resolveMinutes: 3 * day },
  { ...usual, type: 'call_back', priority: null, respondMinutes: day, resolveMinutes: 3 * day },
  { ...usual, type: 'rescue', priority: null, respondMinutes: 10, resolveMinutes: day },
  { ...usual, type: 'refund', priority: null, respondMinutes: 2 * hour, resolveMinutes: 5 * day, workHoursOnly: true },
];

/** When a new order is to be answered, solved, reminded of and escalated: kept with it, so that later rules leave it alone. */
export async function deadlines(order: Values, context: RuleContext): Promise<Values> {
  const policy = await policyFor(order, context);
  const resolveDue = momentAfter(context, policy.resolveMinutes, policy);
  const respondDue = momentAfter(context, policy.respondMinutes, policy);
  return {
    respondDue,
    resolveDue,
    nearDue: momentAfter(context, Math.max(policy.resolveMinutes - policy.nearExpiryMinutes, 0), policy),
    escalateAt: respondDue,
    escalateMinutes: policy.escalateMinutes,
    workHoursOnly: policy.workHoursOnly,
    compensationLimit: policy.compensationLimit,
  };
}

/** The company's rule for the type and priority, else for the rest of the type, else what holds without one. */
async function policyFor({ type, priority }: Values, { records }: RuleContext): Promise<Policy> {
  const found =
    (await records.findOne('sla_policy', { type, priority, enabled: true })) ??
    (await records.findOne('sla_policy', { type, priority: null, enabled: true }));
  if (found !== undefined) return policyOf(found);
  const ofType = usualPolicies.filter((one) => one.type === type);
  const own = ofType.find((one) => one.priority === priority) ?? ofType.find((one) => one.priority === null);
  if (own === undefined) throw new TypeError(`no rule of time for ${String(type)}`);
  return own;
}

function policyOf(row: Values): Policy {
  return {
    respondMinutes: Number(row.respondMinutes),
    resolveMinutes: Number(row.resolveMinutes),
    nearExpiryMinutes: Number(row.nearExpiryMinutes),
    escalateMinutes: Number(row.escalateMinutes),
    workHoursOnly: row.workHoursOnly === true,
    compensationLimit: Number(row.compensationLimit),
  };
}

const plain = expressionOf('now + minutes(form.minutes)');
const working = expressionOf('now + workSpan(now, minutes(form.minutes))');

/** So many minutes later, counted as documents count them: on working days alone, or on all. */
function momentAfter({ now, calendar }: RuleContext, minutes: number, { workHoursOnly }: Policy): unknown {
  return evaluate(workHoursOnly ? working : plain, { form: { minutes }, now, calendar });
}

function expressionOf(text: string) {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw new TypeError(text);
  return parsed.expression;
}
