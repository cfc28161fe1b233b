import type { TestDatabase } from '../../testing/test-database.ts';

const held = "('pending_accept', 'processing', 'paused', 'pending_confirm')";

/** What must never be found of work orders, by its name; each answers the rows that break it. */
const broken: Readonly<Record<string, string>> = {
  'the status is what the last logged change says': `select w.id from work_order w join lateral (
      select l.after ->> 'status' as status from operation_log l
      where l.entity = 'work_order' and l.entity_id::text = w.id::text and l.after ? 'status' order by l.id desc limit 1) l on true
    where w.deleted_at is null and l.status is distinct from w.status`,
  'one row of the log for each change': `select w.id from work_order w where w.deleted_at is null and w.version <>
    (select count(*) from operation_log l where l.entity = 'work_order' and l.entity_id::text = w.id::text)`,
  'closed has its time, nothing else has': `select id from work_order where (status = 'closed') <> (closed_at is not null)`,
  'whoever holds it, one handler': `select id from work_order where status in ${held} and assignee_id is null
    or status = 'pending_assign' and assignee_id is not null`,
  'on hold at most three days': `select id from work_order where paused_minutes > 4320`,
  'never with whom it is about, nor does he get a copy': `select id from work_order where liable_staff_id is not null
    and (assignee_id = liable_staff_id and status in ${held} and status <> 'pending_confirm'
      or cc_ids && array[liable_staff_id])`,
  'no complaint with who wrote it down': `select id from work_order where type = 'complaint' and assignee_id = creator_id`,
  'three transfers, unless a manager moved it': `select w.id from work_order w where w.transfer_count > 3 and
    (select count(*) from operation_log l where l.entity_id::text = w.id::text and l.action = 'work_order.transfer') > 3`,
  'one refund at a time of a failed rescue': `select parent_id from work_order where type = 'refund' and parent_id is not null
    and status not in ('rejected', 'cancelled') group by parent_id having count(*) > 1`,
  'one call-back of a closed complaint': `select w.id from work_order w where w.type = 'complaint' and w.status = 'closed' and
    (select count(*) from work_order c where c.parent_id = w.id and c.type = 'call_back'
      and c.status not in ('rejected', 'cancelled')) <> 1`,
  'nobody hears of what is kept from him': `select n.id from notification n join work_order w on n.link_id::text = w.id::text
    where n.receiver_id = w.liable_staff_id and n.created_at > w.created_at and w.liable is null`,
};

/** The invariants of work orders that a database breaks just now, each with the rows. */
export async function brokenWorkOrders({ rows }: Pick<TestDatabase, 'rows'>): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [name, statement] of Object.entries(broken)) {
    const ids = (await rows(statement)).map((row) => String(row.id ?? row.parent_id));
    if (ids.length > 0) found.push(`${name}: ${ids.join(' ')}`);
  }
  return found;
}
