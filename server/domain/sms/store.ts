import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../kernel/database/db.ts';

/** The rows of customers that are meant: `from` and `where` of a statement, customers under `alias`. */
export type MeantCustomers = {
  readonly alias: string;
  readonly from: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
};

/** Since when what a number was sent is counted. */
export type CountedSince = { readonly day: string; readonly month: string; readonly maxPerMonth: number };

/** Why somebody gets no promotion. */
export type LeftOut = 'blacklisted' | 'doNotCall' | 'optedOut' | 'sentToday' | 'sentThisMonth';

/** Records that count: on their way, sent or delivered; what failed or was skipped does not. */
const counting = sql`s.taken_at is not null and s.status in ('queued', 'sent', 'delivered') and s.deleted_at is null`;

/** Why a customer is left out whenever it is sent; null where he is not. */
function lastingReason(customer: string): RawBuilder<unknown> {
  const at = (column: string) => sql.ref(`${customer}.${column}`);
  return sql`case when ${at('blacklisted')} then 'blacklisted' when ${at('do_not_call')} then 'doNotCall'
    when exists (select 1 from sms_opt_out o where o.mobile_hash = ${at('mobile_hash')} and o.deleted_at is null) then 'optedOut' end`;
}

/** Why a number has had enough, another record of it left aside. */
function enoughReason(
  mobile: RawBuilder<unknown>,
  since: CountedSince,
  aside: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`case when exists (select 1 from sms_record s where s.mobile_hash = ${mobile} and s.id is distinct from ${aside}
      and s.taken_at >= ${since.day}::timestamptz and ${counting}) then 'sentToday'
    when (select count(*) from sms_record s where s.mobile_hash = ${mobile} and s.id is distinct from ${aside}
      and s.taken_at >= ${since.month}::timestamptz and ${counting}) >= ${since.maxPerMonth} then 'sentThisMonth' end`;
}

/** How many would get it, under `''`, and how many are left out by reason. */
export async function countCustomers(
  db: Db,
  { alias, from, where }: MeantCustomers,
  since: CountedSince,
): Promise<ReadonlyMap<LeftOut | '', number>> {
  const mobile = sql.ref(`${alias}.mobile_hash`);
  const { rows } = await sql<{ reason: LeftOut | ''; n: number }>`select reason, count(*)::int as n from (
      select coalesce(${lastingReason(alias)}, ${enoughReason(mobile, since, sql`null::uuid`)}, '') as reason
      ${from} where ${where} and ${sql.ref(`${alias}.merged_into_id`)} is null
    ) as meant group by reason`.execute(db);
  return new Map(rows.map(({ reason, n }) => [reason, n]));
}

/** The next customers in the order of their ids, and whether they are left out whenever it is sent. */
export async function nextCustomers(
  db: Db,
  { alias, from, where }: MeantCustomers,
  after: string | null,
  most: number,
): Promise<readonly { readonly id: string; readonly reason: LeftOut | null }[]> {
  const id = sql.ref(`${alias}.id`);
  const { rows } = await sql<{
    id: string;
    reason: LeftOut | null;
  }>`select ${id} as id, ${lastingReason(alias)} as reason
    ${from} where ${where} and ${sql.ref(`${alias}.merged_into_id`)} is null
      and ${after === null ? sql`true` : sql`${id} > ${after}::uuid`} order by ${id} limit ${most}`.execute(db);
  return rows;
}

/** A record to be written: its number is the customer's. */
export type NewSmsRecord = {
  readonly id: string;
  readonly customerId: string;
  readonly status: 'queued' | 'skipped';
  readonly error: string | null;
};

/** Writes the records of a batch; one that a number has already stays alone. Answers how many of each state are new. */
export async function insertSmsRecords(
  db: Db,
  batchId: string,
  records: readonly NewSmsRecord[],
  now: string,
): Promise<{ readonly queued: number; readonly skipped: number }> {
  const list = <Key extends keyof NewSmsRecord>(key: Key) => records.map((record) => record[key]);
  const { rows } = await sql<{ status: string }>`
    insert into sms_record (id, batch_id, customer_id, mobile, mobile_hash, status, error, attempts, created_at, updated_at, version)
    select made.id, ${batchId}::uuid, c.id, c.mobile, c.mobile_hash, made.status, made.error, 0, ${now}::timestamptz, ${now}::timestamptz, 1
    from unnest(${list('id')}::uuid[], ${list('customerId')}::uuid[], ${list('status')}::text[], ${list('error')}::text[])
      as made (id, customer_id, status, error) join customer c on c.id = made.customer_id
    on conflict do nothing returning status`.execute(db);
  const queued = rows.filter(({ status }) => status === 'queued').length;
  return { queued, skipped: rows.length - queued };
}

/** A record to be taken. */
export type QueuedRecord = { readonly id: string; readonly mobileHash: string };

/** The next records of a batch that nobody took, by number: whoever takes several locks their numbers in one order. */
export function untakenRecords(db: Db, batchId: string, most: number): Promise<readonly QueuedRecord[]> {
  return queuedRecords(db, batchId, most, sql`taken_at is null`);
}

/** Records of a batch that were taken before a moment and of which nobody noted that they were handed over, by number. */
export function leftRecords(
  db: Db,
  batchId: string,
  { before, most }: { readonly before: string; readonly most: number },
): Promise<readonly QueuedRecord[]> {
  return queuedRecords(db, batchId, most, sql`taken_at < ${before}::timestamptz`);
}

async function queuedRecords(
  db: Db,
  batchId: string,
  most: number,
  isMeant: RawBuilder<unknown>,
): Promise<readonly QueuedRecord[]> {
  const { rows } = await sql<QueuedRecord>`select id, mobile_hash as "mobileHash" from sms_record
    where batch_id = ${batchId} and status = 'queued' and ${isMeant} and deleted_at is null
    order by mobile_hash limit ${most} for update`.execute(db);
  return rows;
}

/** Of records whose numbers are held: why they must not be sent now. Those that may are not named. */
export async function reasonsNow(
  db: Db,
  ids: readonly string[],
  since: CountedSince,
): Promise<ReadonlyMap<string, LeftOut>> {
  const { rows } = await sql<{ id: string; reason: LeftOut | null }>`select r.id,
      coalesce(${lastingReason('c')}, ${enoughReason(sql.ref('r.mobile_hash'), since, sql.ref('r.id'))}) as reason
    from sms_record r join customer c on c.id = r.customer_id where r.id = any(${[...ids]}::uuid[])`.execute(db);
  return new Map(rows.flatMap(({ id, reason }) => (reason === null ? [] : [[id, reason] as const])));
}

/** Takes records: from now on they count, and will be handed over. */
export async function takeRecords(db: Db, ids: readonly string[], now: string): Promise<void> {
  await sql`update sms_record set taken_at = ${now}::timestamptz, updated_at = ${now}::timestamptz, version = version + 1
    where id = any(${[...ids]}::uuid[])`.execute(db);
}

/** Skips every record of a batch of which nobody noted that it was handed over; answers how many. */
export async function skipQueued(db: Db, batchId: string, error: string, now: string): Promise<number> {
  const result = await sql`update sms_record set status = 'skipped', error = ${error}, updated_at = ${now}::timestamptz,
    version = version + 1 where batch_id = ${batchId} and status = 'queued' and deleted_at is null`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}

/** Whether a batch has records to be sent, or sent so lately that a receipt may still come. */
export async function isBatchOpen(db: Db, batchId: string, receiptsSince: string): Promise<boolean> {
  const { rows } = await sql`select 1 from sms_record where batch_id = ${batchId} and deleted_at is null
    and (status = 'queued' or (status = 'sent' and sent_at > ${receiptsSince}::timestamptz)) limit 1`.execute(db);
  return rows.length > 0;
}

/** Adds to the counts of a batch; whoever does so holds it. */
export async function addToBatch(
  db: Db,
  batchId: string,
  counts: Readonly<Partial<Record<'sent' | 'success' | 'failed' | 'skipped' | 'total', number>>>,
): Promise<void> {
  const by = (key: keyof typeof counts) => counts[key] ?? 0;
  await sql`update sms_batch set sent = sent + ${by('sent')}, success = success + ${by('success')}, failed = failed + ${by('failed')},
    skipped = skipped + ${by('skipped')}, total = total + ${by('total')}, updated_at = now(), version = version + 1
    where id = ${batchId}`.execute(db);
}
