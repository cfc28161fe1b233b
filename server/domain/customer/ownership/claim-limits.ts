import type { Message } from '../../../../engine/model/texts/index.ts';
import { dayStart } from '../../../../engine/model/time/index.ts';
import type { CallContext } from '../../../kernel/operation/context.ts';
import type { RuleContext } from '../../../kernel/operation/domain-rules.ts';
import type { StoredRecord } from '../../../kernel/operation/record-store.ts';
import { SqlRecordStore } from '../../../records/store/sql-record-store.ts';
import { customerText } from '../../../texts/domain/customer-text.ts';
import { refuseCustomer } from '../errors/errors.ts';
import { type Pooled, poolOpenTo } from './pool.ts';

const dayMs = 86_400_000;

/** Refuses a claim beyond the pool's limits: claims at once and in a day, rows held, cool-down of the previous owner. */
export async function checkClaim(pooled: Pooled, record: StoredRecord, context: RuleContext): Promise<void> {
  const { records, caller, now } = context;
  const pool = typeof record.poolId === 'string' ? await records.findOne('pool', { id: record.poolId }) : undefined;
  if (pool === undefined || pool.enabled !== true) throw refuseCustomer('E_CUSTOMER_NO_POOL');
  // Claims of one person are counted one after another, or two at once would both pass.
  const claimer = await records.lockOne('staff', caller.staffId);
  // Who is leaving hands over what he has, and takes nothing new.
  if (claimer?.status !== 'active') throw refuseCustomer('E_STAFF_UNAVAILABLE');
  const claimed = { subjectType: pooled.entity, action: 'claim', toStaffId: caller.staffId };
  const today = await records.count('owner_record', claimed, { key: 'startedAt', moment: dayStart(now) });
  if (today >= Number(pool.claimDailyLimit))
    throw refuseCustomer('E_CUSTOMER_CLAIM_DAILY', { max: pool.claimDailyLimit });
  // All claims of one call have its moment.
  const atOnce = await records.count('owner_record', claimed, { key: 'startedAt', moment: now });
  if (atOnce >= Number(pool.claimBatchLimit))
    throw refuseCustomer('E_CUSTOMER_CLAIM_BATCH', { max: pool.claimBatchLimit });
  await checkHolding(pooled, caller.staffId, customerText('customer.you'), pool, context);
  await checkCooldown(pooled, record, pool, context);
}

/** How many rows the caller has claimed today, and how many he may claim at once now. */
export type ClaimRoom = { readonly used: number; readonly limit: number; readonly room: number };

/** What the limits of the pool that is open to the caller leave him. */
export async function claimRoom(pooled: Pooled, context: CallContext): Promise<ClaimRoom> {
  const { staffId, departmentId } = context.caller;
  const records = new SqlRecordStore(context, { staffId, now: context.now });
  const inside = { ...context, records };
  const pool = await poolOpenTo(departmentId, inside, pooled.kind);
  const claimed = { subjectType: pooled.entity, action: 'claim', toStaffId: staffId };
  const used = await records.count('owner_record', claimed, { key: 'startedAt', moment: dayStart(context.now) });
  if (pool === undefined) return { used, limit: 0, room: 0 };
  const limit = Number(pool.claimDailyLimit);
  const held = await heldCount(pooled, staffId, pool, inside);
  const room = Math.min(limit - used, Number(pool.claimBatchLimit), Number(pool.holdLimit) - held);
  return { used, limit, room: Math.max(0, room) };
}

async function checkCooldown(
  pooled: Pooled,
  record: StoredRecord,
  pool: StoredRecord,
  { records, caller, now }: RuleContext,
): Promise<void> {
  const since = new Date(Date.parse(now) - Number(pool.prevOwnerCooldownDays) * dayMs).toISOString();
  const [returned] = await records.find(
    'owner_record',
    {
      subjectType: pooled.entity,
      subjectId: record.id,
      fromStaffId: caller.staffId,
      action: ['return', 'auto_return'],
    },
    1,
  );
  const last = returned?.startedAt;
  if (typeof last === 'string' && last > since)
    throw refuseCustomer('E_CUSTOMER_COOLDOWN', { days: Math.ceil((Date.parse(last) - Date.parse(since)) / dayMs) });
}

/** Refuses when somebody already holds as many as the pool allows. */
export async function checkHolding(
  pooled: Pooled,
  staffId: string,
  who: string | Message,
  pool: StoredRecord,
  context: RuleContext,
): Promise<void> {
  if ((await heldCount(pooled, staffId, pool, context)) >= Number(pool.holdLimit))
    throw refuseCustomer('E_CUSTOMER_HOLD_LIMIT', { who, max: pool.holdLimit });
}

/** How many rows somebody holds, as the pool counts them. */
export async function heldCount(
  { entity, owner, held, settled }: Pooled,
  staffId: string,
  pool: StoredRecord,
  { records }: RuleContext,
): Promise<number> {
  const all = await records.count(entity, { [owner]: staffId, ...held });
  if (pool.dealCountsInHold === true) return all;
  return all - (await records.count(entity, { [owner]: staffId, ...held, ...settled }));
}
