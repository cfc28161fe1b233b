import type { TestDatabase } from '../../testing/test-database.ts';

/** What must never be found in a database, by the name of the invariant; each answers the rows that break it. */
const broken: Readonly<Record<string, string>> = {
  'G1 owned means one owner and no pool': `select id from customer where deleted_at is null
    and (own_state = 'owned') <> (owner_id is not null and pool_id is null)`,
  'G1 one live owner record': `select subject_id from owner_record where deleted_at is null and ended_at is null
    group by subject_type, subject_id having count(*) > 1`,
  'G1 no overlap': `select a.id from owner_record a join owner_record b on a.subject_type = b.subject_type
    and a.subject_id = b.subject_id and a.id < b.id and a.deleted_at is null and b.deleted_at is null
    and tstzrange(a.started_at, a.ended_at) && tstzrange(b.started_at, b.ended_at)`,
  'G1 no gap': `select id from (select id, ended_at, lead(started_at) over (partition by subject_type, subject_id
    order by started_at, ended_at nulls last) as next, subject_id from owner_record where deleted_at is null) r
    where next is distinct from ended_at and not (next is null and (ended_at is null
      or exists (select 1 from customer c where c.id = r.subject_id and c.merged_into_id is not null)))`,
  'G1 the live record names the owner': `select c.id from customer c left join owner_record r
    on r.subject_type = 'customer' and r.subject_id = c.id and r.ended_at is null and r.deleted_at is null
    where c.deleted_at is null and c.own_state = 'owned' and r.to_staff_id is distinct from c.owner_id`,
  'G1 the live record names the supervisor': `select s.id from study_service s left join owner_record r
    on r.subject_type = 'study_service' and r.subject_id = s.id and r.ended_at is null and r.deleted_at is null
    where s.deleted_at is null and s.own_state = 'assigned' and r.to_staff_id is distinct from s.supervisor_id`,
  'G1 assigned means one supervisor and no pool': `select id from study_service where deleted_at is null
    and (own_state = 'assigned') <> (supervisor_id is not null and pool_id is null)`,
  'G2 one live customer per number': `select phone_hash from customer_phone where deleted_at is null
    group by phone_hash having count(*) > 1`,
  'G2 every main number has its row': `select c.id from customer c where c.deleted_at is null and c.merged_into_id is null
    and not exists (select 1 from customer_phone p where p.customer_id = c.id and p.phone_hash = c.mobile_hash
      and p.deleted_at is null)`,
  'handover adds up': `select b.id from handover_batch b where b.total_customers - b.assigned_customers - b.pooled_customers
    <> (select count(*) from customer c where c.handover_batch_id = b.id and c.own_state = 'frozen')`,
  'no automatic return of a customer with an open order': `select r.id from owner_record r join sales_order o
    on r.subject_type = 'customer' and o.customer_id = r.subject_id where r.action = 'auto_return'
    and o.created_at < r.started_at and o.status in ('pending_payment', 'part_paid', 'paid', 'in_service')`,
};

/** The invariants a database breaks just now, each with how often. */
export async function brokenInvariants({ rows }: Pick<TestDatabase, 'rows'>): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [name, statement] of Object.entries(broken)) {
    const count = (await rows(statement)).length;
    if (count > 0) found.push(`${name}: ${count}`);
  }
  return found;
}
