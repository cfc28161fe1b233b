import type { TestDatabase } from '../../testing/test-database.ts';

/** What is never so of stocks, by name: rows that break it. */
const broken: Readonly<Record<string, string>> = {
  'no more is kept for somebody than there is': `select id from textbook where not (stock_on_hand >= stock_locked and stock_locked >= 0)`,
  'a stock is the sum of its ledger': `select t.id from textbook t cross join lateral (
      select coalesce(sum(l.on_hand_delta), 0) as on_hand, coalesce(sum(l.locked_delta), 0) as locked
      from stock_ledger l where l.textbook_id = t.id) l
    where t.stock_on_hand <> l.on_hand or t.stock_locked <> l.locked`,
  'no entry leaves more kept than there is': `select id from stock_ledger where not (on_hand_after >= locked_after and locked_after >= 0)`,
  'what is kept for a shipment is what it says: all of it where it is picked, nothing once it went or is off': `select s.id
    from shipment s cross join lateral (select coalesce(sum(l.locked_delta), 0) as kept from stock_ledger l where l.shipment_id = s.id) l
    cross join lateral (select coalesce(sum(i.quantity), 0) as wanted from shipment_item i where i.shipment_id = s.id and i.deleted_at is null) i
    where case when s.status = 'picking' then l.kept <> i.wanted when s.status = 'pending' then l.kept > i.wanted
      or s.stock_ready <> (l.kept = i.wanted) else l.kept <> 0 end`,
  'no textbook is kept for a shipment that does not send it': `select (array_agg(l.id))[1] as id from stock_ledger l
    where l.shipment_id is not null group by l.shipment_id, l.textbook_id having sum(l.locked_delta) <> 0
      and not exists (select 1 from shipment_item i where i.shipment_id = l.shipment_id and i.textbook_id = l.textbook_id and i.deleted_at is null)`,
  'what was sent went out of the stock once': `select i.id from shipment_item i join shipment s on s.id = i.shipment_id
    where i.deleted_at is null and (select coalesce(-sum(l.on_hand_delta), 0) from stock_ledger l
      where l.shipment_id = s.id and l.textbook_id = i.textbook_id and l.reason = 'ship')
      <> case when s.status in ('shipped', 'in_transit', 'signed', 'returned', 'lost') then i.quantity else 0 end`,
  'what came back whole is in the stock again, once': `select i.id from shipment_item i join shipment s on s.id = i.shipment_id
    where i.deleted_at is null and (select coalesce(sum(l.on_hand_delta), 0) from stock_ledger l
      where l.shipment_id = s.id and l.textbook_id = i.textbook_id and l.reason = 'return')
      <> case when s.status = 'returned' and s.restocked then i.quantity else 0 end`,
  'an order says how far the least of its shipments is': `select o.id from sales_order o where o.logistics_status <> (
    select case when bool_and(s.rank = 3) then 'signed' when bool_and(s.rank >= 2) then 'shipped'
      when bool_or(s.rank >= 2) then 'partial' when bool_or(s.rank = 1) then 'pending' else 'none' end
    from (select case when a.status = 'signed' then 3 when a.status in ('shipped', 'in_transit') then 2 else 1 end as rank
      from shipment a where a.order_id = o.id and a.status <> 'cancelled' and not (a.status in ('returned', 'lost') and (
        o.status in ('refunded', 'cancelled') or exists (select 1 from shipment b where b.origin_id = a.id and b.status <> 'cancelled')))) s)`,
  'nothing is sent again twice': `select origin_id as id from shipment where origin_id is not null and status <> 'cancelled'
    group by origin_id having count(*) > 1`,
  'nothing waits to be sent of an order that has nothing paid': `select s.id from shipment s join sales_order o on o.id = s.order_id
    where s.status in ('pending', 'picking') and (o.paid_total = 0 or o.status = 'refunded')`,
};

/** The invariants of stocks that a database breaks just now, each with the rows. */
export async function brokenStock({ rows }: Pick<TestDatabase, 'rows'>): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [name, statement] of Object.entries(broken)) {
    const ids = (await rows(statement)).map((row) => String(row.id));
    if (ids.length > 0) found.push(`${name}: ${ids.slice(0, 5).join(' ')}`);
  }
  return found;
}
