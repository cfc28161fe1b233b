import { dayStart } from '../../../engine/model/index.ts';
import { reachOf } from '../../access/caller.ts';
import type { CallContext } from '../../operations/context.ts';
import type { RuleContext } from '../../operations/domain-rules.ts';
import { RecordStore, type StoredRecord } from '../../operations/record-store.ts';
import { refuseCustomer } from './errors.ts';
import { idsOf } from './ownership.ts';

const dayMs = 86_400_000;

/** Ids of the pools whose customers a caller may claim: those that name his department or one above it, all for whom everything is open. */
export async function poolIdsOf(context: CallContext): Promise<readonly string[]> {
  const records = new RecordStore(context, { staffId: context.caller.staffId, now: context.now });
  const pools = await records.find('pool', { enabled: true });
  if (reachOf(context.caller, 'customer').dataScope === 'all') return pools.map((pool) => pool.id);
  const chain = await records.upFrom('department', context.caller.departmentId);
  return pools.filter((pool) => isOpenTo(pool, chain)).map((pool) => pool.id);
}

function isOpenTo(pool: StoredRecord, chain: readonly string[]): boolean {
  return idsOf(pool.memberDepartmentIds).some((department) => chain.includes(department));
}

/** The pool a customer goes to when its owner returns it: of the owner's department and the customer's projects. */
export async function poolFor(departmentId: unknown, projectIds: unknown, context: RuleContext): Promise<StoredRecord> {
  const pool = await findPool(departmentId, projectIds, context);
  if (pool === undefined) throw refuseCustomer('E_CUSTOMER_NO_POOL');
  return pool;
}

/** The id of that pool, to be kept with the customer; null where no pool would take it. */
export async function returnPoolId(
  departmentId: unknown,
  projectIds: unknown,
  context: RuleContext,
): Promise<string | null> {
  return (await findPool(departmentId, projectIds, context))?.id ?? null;
}

async function findPool(
  departmentId: unknown,
  projectIds: unknown,
  context: RuleContext,
): Promise<StoredRecord | undefined> {
  const chain = typeof departmentId === 'string' ? await context.records.upFrom('department', departmentId) : [];
  const pools = await context.records.find('pool', { enabled: true, kind: 'business' });
  const projects = idsOf(projectIds);
  const takes = (pool: StoredRecord) => {
    const own = idsOf(pool.projectIds);
    return own.length === 0 || projects.some((project) => own.includes(project));
  };
  return pools.find((candidate) => isOpenTo(candidate, chain) && takes(candidate)) ?? pools.find(takes);
}

/** Refuses a claim beyond the pool's limits: daily claims, customers held, cool-down of the previous owner. */
export async function checkClaim(customer: StoredRecord, context: RuleContext): Promise<void> {
  const { records, caller, now } = context;
  const pool = typeof customer.poolId === 'string' ? await records.findOne('pool', { id: customer.poolId }) : undefined;
  if (pool === undefined) throw refuseCustomer('E_CUSTOMER_NO_POOL');
  // Claims of one person are counted one after another, or two at once would both pass.
  await records.lock('staff', caller.staffId);
  // Who is leaving hands over what he has, and takes nothing new.
  const claimer = await records.findOne('staff', { id: caller.staffId });
  if (claimer?.status !== 'active') throw refuseCustomer('E_STAFF_UNAVAILABLE');
  const claimedToday = await records.count(
    'owner_record',
    { action: 'claim', toStaffId: caller.staffId },
    { key: 'startedAt', moment: dayStart(now) },
  );
  if (claimedToday >= Number(pool.claimDailyLimit))
    throw refuseCustomer('E_CUSTOMER_CLAIM_DAILY', { max: pool.claimDailyLimit });
  await checkHolding(caller.staffId, '您', pool, context);
  const cooldownDays = Number(pool.prevOwnerCooldownDays);
  const since = new Date(Date.parse(now) - cooldownDays * dayMs).toISOString();
  const returned = await records.find(
    'owner_record',
    { subjectType: 'customer', subjectId: customer.id, fromStaffId: caller.staffId, action: ['return', 'auto_return'] },
    1,
  );
  const last = returned[0]?.startedAt;
  if (typeof last === 'string' && last > since) {
    throw refuseCustomer('E_CUSTOMER_COOLDOWN', { days: Math.ceil((Date.parse(last) - Date.parse(since)) / dayMs) });
  }
}

/** Refuses when somebody already holds as many customers as the pool allows. */
export async function checkHolding(
  staffId: string,
  who: string,
  pool: StoredRecord,
  { records }: RuleContext,
): Promise<void> {
  const held = await records.count('customer', { ownerId: staffId, ownState: 'owned' });
  const dealt =
    pool.dealCountsInHold === true
      ? 0
      : await records.count('customer', { ownerId: staffId, ownState: 'owned', stage: 'deal' });
  if (held - dealt >= Number(pool.holdLimit))
    throw refuseCustomer('E_CUSTOMER_HOLD_LIMIT', { who, max: pool.holdLimit });
}
