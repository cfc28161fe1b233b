import { isGranted } from '../../../engine/model/access/index.ts';
import { dayOf } from '../../../engine/model/time/index.ts';
import { activeHolders } from '../../db/people/active-holders.ts';
import { authorOf } from '../../kernel/caller/caller.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { monthStart } from './months.ts';
import { approvedDiscounts } from './store.ts';

/** How much discount somebody may give an order, in cents, and all orders of a month. */
export type DiscountLimit = { readonly amount: number; readonly quota: number | undefined };

/** Whether what is left of a month is held, as for a discount that is given now, or looked at. */
export type Quota = 'held' | 'looked at';

/** What is asked of a limit: an order with its totals. */
type Priced = Values;

const none: DiscountLimit = { amount: 0, quota: undefined };
const maxPolicies = 1000;

/** Who reviews what goes beyond a seller's own limit: the roles by level, lowest first. */
const rolesOfLevels = [
  ['leader', 'group_leader'],
  ['manager', 'manager'],
] as const;

/** Who holds it decides without a limit. */
export const directorRole = 'admin';

/** The level that has to review an order whose seller may not give its discount himself; directors have no limit. */
export async function levelNeeded(order: Priced, context: RuleContext): Promise<'leader' | 'manager' | 'director'> {
  const policies = await policiesFor(order, context);
  for (const [level, code] of rolesOfLevels) {
    const role = await context.records.findOne('role', { code });
    const own = policies.filter(({ targetType, roleId }) => targetType === 'role' && roleId === role?.id);
    if (widest(own, order).amount >= Number(order.discountTotal)) return level;
  }
  return 'director';
}

/**
 * Whether somebody may give an order its discount, and up to how much he may: the policy nearest to him decides, his
 * own before that of his department before those of his roles. The discounts he gave this month are held, so that two
 * orders at once do not both fit into what is left of them.
 */
export async function mayGive(
  staffId: string,
  order: Priced,
  context: RuleContext,
  use: Quota = 'held',
): Promise<{ readonly isEnough: boolean; readonly limit: number }> {
  const { amount, quota } = await limitOf(staffId, order, context);
  const discount = Number(order.discountTotal);
  if (quota === undefined) return { isEnough: discount <= amount, limit: amount };
  if (use === 'held') await context.records.hold(`discount quota ${staffId}`);
  const given = await approvedDiscounts(context.db, staffId, monthStart(context.now));
  const limit = Math.min(amount, Math.max(quota - given, 0));
  return { isEnough: discount <= limit, limit };
}

/** By whose right an order may be given its discount: the caller's own, or that of somebody he stands in for. */
export type Approval =
  | { readonly isEnough: true; readonly behalfOfId: string | null }
  | { readonly isEnough: false; readonly limit: number };

/** Whether the caller may give an order its discount; one below the floor is nobody's whose limit counts. */
export async function mayApprove(
  order: Priced,
  isBelowFloor: boolean,
  context: RuleContext,
  use: Quota,
): Promise<Approval> {
  const { caller, db } = context;
  if (isGranted(caller.grants, 'order_review:approve_any')) return { isEnough: true, behalfOfId: null };
  const own = authorOf(caller) ?? '';
  const people = await standsFor(own, context);
  const directors = await activeHolders(db, directorRole, undefined);
  const director = people.find((id) => directors.includes(id));
  let most = 0;
  for (const id of isBelowFloor ? [] : people) {
    const { isEnough, limit } = await mayGive(id, order, context, use);
    if (isEnough) return { isEnough, behalfOfId: id === own ? null : id };
    most = Math.max(most, limit);
  }
  return director === undefined ? { isEnough: false, limit: most } : { isEnough: true, behalfOfId: director };
}

/** Those for whom somebody stands in today, himself first. */
async function standsFor(staffId: string, { records, now }: RuleContext): Promise<readonly string[]> {
  const today = dayOf(now);
  const deputies = await records.find('review_deputy', { deputyId: staffId, enabled: true });
  const absent = deputies.filter(({ validFrom, validTo }) => String(validFrom) <= today && today <= String(validTo));
  return [staffId, ...absent.map((deputy) => String(deputy.staffId))];
}

async function limitOf(staffId: string, order: Priced, context: RuleContext): Promise<DiscountLimit> {
  const person = await context.records.findOne('staff', { id: staffId });
  if (person === undefined) return none;
  const policies = await policiesFor(order, context);
  const own = policies.filter((policy) => policy.targetType === 'staff' && policy.staffId === staffId);
  if (own.length > 0) return widest(own, order);
  for (const id of await context.records.upFrom('department', String(person.departmentId))) {
    const department = policies.filter((policy) => policy.targetType === 'department' && policy.departmentId === id);
    if (department.length > 0) return widest(department, order);
  }
  const roleIds: readonly unknown[] = Array.isArray(person.roleIds) ? person.roleIds : [];
  return widest(
    policies.filter((policy) => policy.targetType === 'role' && roleIds.includes(policy.roleId)),
    order,
  );
}

/** Policies that hold today: those of the order's project, and of all projects. */
async function policiesFor({ projectId }: Priced, { records, now }: RuleContext): Promise<readonly StoredRecord[]> {
  const today = dayOf(now);
  const enabled = await records.find('discount_policy', { enabled: true }, maxPolicies);
  return enabled.filter(
    (policy) =>
      (policy.projectId === null || policy.projectId === projectId) &&
      (policy.validFrom === null || String(policy.validFrom) <= today) &&
      (policy.validTo === null || today <= String(policy.validTo)),
  );
}

/** The widest of several policies; those of the project go before those of all. */
function widest(policies: readonly StoredRecord[], order: Priced): DiscountLimit {
  const ofProject = policies.filter(({ projectId }) => projectId !== null);
  const limits = (ofProject.length > 0 ? ofProject : policies).map((policy) => limitBy(policy, order));
  return limits.reduce((best, limit) => (limit.amount > best.amount ? limit : best), none);
}

/** The smaller of rate and amount. */
function limitBy({ maxRate, maxAmount, monthlyQuota }: StoredRecord, { listTotal }: Priced): DiscountLimit {
  // A rate has four decimals at most: counted in ten-thousandths of a percent it is whole.
  const rate = BigInt(Math.round(Number(maxRate) * 10_000));
  const byRate = Number((BigInt(Number(listTotal)) * rate) / 1_000_000n);
  return {
    amount: typeof maxAmount === 'number' ? Math.min(byRate, maxAmount) : byRate,
    quota: typeof monthlyQuota === 'number' ? monthlyQuota : undefined,
  };
}
