import type { RuleContext } from '../../../kernel/operation/domain-rules.ts';
import type { StoredRecord } from '../../../kernel/operation/record-store.ts';
import { refuseCustomer } from '../errors/errors.ts';
import { checkHolding, heldCount } from '../ownership/claim-limits.ts';
import { idsOf } from '../ownership/ownership.ts';
import { poolOpenTo } from '../ownership/pool.ts';
import { pooledCustomers } from '../ownership/pooled.ts';

/** How the customers of somebody who left are to be shared out: `number` is a weight, or with `manual` how many. */
export type HandoverPlan = {
  readonly rule: 'even' | 'weight' | 'manual' | 'pool';
  readonly shares: readonly { readonly staffId: string; readonly number: number }[];
  /** Whether receivers may come to hold more than their pool allows. */
  readonly forced: boolean;
};

/** How many more somebody is to get. */
export type Quota = { readonly staffId: string; readonly count: number };

/** What one receiver would get. */
export type PlannedShare = {
  readonly staffId: string;
  readonly name: string;
  readonly held: number;
  /** Most he may hold; null where no pool says so. */
  readonly limit: number | null;
  readonly count: number;
  readonly isOver: boolean;
  readonly isAtWork: boolean;
};

/** Who would get how many; what nobody gets stays frozen. */
export type PlannedHandover = {
  readonly total: number;
  readonly pooled: number;
  readonly left: number;
  readonly shares: readonly PlannedShare[];
};

const rules = ['even', 'weight', 'manual', 'pool'] as const;
const maxReceivers = 200;
const maxNumber = 100_000;

/** Reads a plan as the form sends it. */
export function planOf(raw: unknown): HandoverPlan {
  const { rule, shares = [], forced = false } = isObject(raw) ? raw : {};
  const known = rules.find((name) => name === rule);
  const list = Array.isArray(shares) ? shares.map(shareOf) : [];
  const staff = new Set(list.map((share) => share?.staffId));
  const isSound =
    known !== undefined &&
    typeof forced === 'boolean' &&
    list.length <= maxReceivers &&
    staff.size === list.length &&
    !staff.has(undefined) &&
    (known === 'pool') === (list.length === 0);
  if (!isSound || known === undefined) throw refuseCustomer('E_HANDOVER_PLAN');
  return { rule: known, shares: list.flatMap((share) => (share === undefined ? [] : [share])), forced };
}

function shareOf(raw: unknown): HandoverPlan['shares'][number] | undefined {
  const { staffId, number = 1 } = isObject(raw) ? raw : {};
  const isNumber = typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= maxNumber;
  return typeof staffId === 'string' && isNumber ? { staffId, number } : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** How many of `total` each weight gets: whole numbers that add up, the largest remainders rounded up. */
export function sharedOut(weights: readonly number[], total: number): readonly number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  if (sum === 0) return weights.map(() => 0);
  const exact = weights.map((weight) => (weight * total) / sum);
  const whole = exact.map(Math.floor);
  const missing = total - whole.reduce((all, count) => all + count, 0);
  const byRemainder = exact
    .map((value, index) => ({ index, rest: value - Math.floor(value) }))
    .sort((one, other) => other.rest - one.rest || one.index - other.index);
  const raised = new Set(byRemainder.slice(0, missing).map(({ index }) => index));
  return whole.map((count, index) => count + (raised.has(index) ? 1 : 0));
}

/** What a plan comes to for so many customers. */
export async function previewOf(plan: HandoverPlan, total: number, context: RuleContext): Promise<PlannedHandover> {
  if (plan.rule === 'pool') return { total, pooled: total, left: 0, shares: [] };
  const numbers = plan.shares.map(({ number }) => number);
  const counts =
    plan.rule === 'manual' ? numbers : sharedOut(plan.rule === 'even' ? numbers.map(() => 1) : numbers, total);
  const shares: PlannedShare[] = [];
  for (const [index, { staffId }] of plan.shares.entries())
    shares.push(await shareFor(staffId, counts[index] ?? 0, context));
  const given = counts.reduce((all, count) => all + count, 0);
  return { total, pooled: 0, left: total - given, shares };
}

async function shareFor(staffId: string, count: number, context: RuleContext): Promise<PlannedShare> {
  const staff = await context.records.findOne('staff', { id: staffId });
  if (staff === undefined) throw refuseCustomer('E_STAFF_UNAVAILABLE');
  const pool = await poolOpenTo(staff.departmentId, context, 'business');
  const held = pool === undefined ? 0 : await heldCount(pooledCustomers, staffId, pool, context);
  const limit = pool === undefined ? null : Number(pool.holdLimit);
  const isOver = limit !== null && held + count > limit;
  return { staffId, name: String(staff.name), held, limit, count, isOver, isAtWork: staff.status === 'active' };
}

/** Refuses a plan that cannot be carried out as it stands, naming who stands in the way. */
export function checkPlan(plan: HandoverPlan, planned: PlannedHandover): void {
  const away = planned.shares.filter(({ isAtWork }) => !isAtWork).map(({ name }) => name);
  if (away.length > 0) throw refuseCustomer('E_HANDOVER_RECEIVER', { names: away.join('、') });
  if (planned.left < 0)
    throw refuseCustomer('E_HANDOVER_TOO_MANY', { total: planned.total, asked: planned.total - planned.left });
  if (planned.pooled + planned.shares.reduce((all, { count }) => all + count, 0) === 0)
    throw refuseCustomer('E_HANDOVER_PLAN');
  const over = planned.shares.filter(({ isOver }) => isOver).map(({ name }) => name);
  if (over.length > 0 && !plan.forced) throw refuseCustomer('E_HANDOVER_LIMIT', { names: over.join('、') });
}

/** Who gets a customer: of those who work on one of his projects, whoever is to get the most more. */
export async function receiverFor(
  customer: StoredRecord,
  quotas: readonly Quota[],
  forced: boolean,
  context: RuleContext,
): Promise<string> {
  const projects = idsOf(customer.intentionProjectIds);
  const open = quotas.filter(({ count }) => count > 0).sort((one, other) => other.count - one.count);
  for (const { staffId } of open) {
    const staff = await context.records.findOne('staff', { id: staffId });
    const works = projects.length === 0 || idsOf(staff?.projectIds).some((project) => projects.includes(project));
    if (staff?.status !== 'active' || !works) continue;
    await context.records.lock('staff', staffId);
    const pool = await poolOpenTo(staff.departmentId, context, 'business');
    if (!forced && pool !== undefined) await checkHolding(pooledCustomers, staffId, String(staff.name), pool, context);
    return staffId;
  }
  throw refuseCustomer('E_HANDOVER_NOBODY');
}
