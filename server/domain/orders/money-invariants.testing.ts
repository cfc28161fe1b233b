import type { TestDatabase } from '../../testing/test-database.ts';

/** What must never be found of money, by its name; each answers the rows that break it. */
const broken: Readonly<Record<string, string>> = {
  'payable is what the items cost': `select o.id from sales_order o where exists (select 1 from order_item i where i.order_id = o.id)
    and o.payable_total <> (select sum((i.list_price - i.discount) * i.quantity) from order_item i
      where i.order_id = o.id and i.deleted_at is null)`,
  'paid is the sum of confirmed payments': `select o.id from sales_order o where o.paid_total <>
    (select coalesce(sum(p.amount), 0) from payment p where p.order_id = o.id and p.status = 'confirmed')`,
  'refunded within paid within payable': `select id from sales_order
    where not (0 <= refunded_total and refunded_total <= paid_total and paid_total <= payable_total)`,
  'performance of the sellers is what was paid': `select o.id from sales_order o where o.paid_total - o.refunded_total <>
    (select coalesce(sum(l.amount), 0) from performance_ledger l where l.order_id = o.id and l.role_kind = 'seller')`,
  'an entry is the sum of its items': `select l.id from performance_ledger l
    where exists (select 1 from order_item i where i.order_id = l.order_id)
      and l.amount <> (select coalesce(sum(i.amount), 0) from ledger_item i where i.entry_id = l.id)`,
  'each payment counts once': `select payment_id as id from performance_ledger where payment_id is not null
    group by payment_id, kind, role_kind, staff_id having count(*) > 1`,
  'what people brought is what the company took': `select null::uuid as id where
    (select coalesce(sum(amount), 0) from performance_ledger where role_kind = 'seller')
      <> (select coalesce(sum(paid_total - refunded_total), 0) from sales_order)`,
  'refunded is the sum of refunds that are done': `select o.id from sales_order o where o.refunded_total <>
    (select coalesce(sum(r.approved_amount), 0) from refund r where r.order_id = o.id and r.status = 'done')`,
  'each refund is booked to its sellers once': `select r.id from refund r where r.status = 'done' and r.approved_amount <>
    -(select coalesce(sum(l.amount), 0) from performance_ledger l where l.refund_id = r.id and l.role_kind = 'seller')`,
  'a refund that is done was paid out': `select r.id from refund r where r.status = 'done' and r.approved_amount <>
    (select coalesce(sum(b.amount), 0) from refund_payout b where b.refund_id = r.id and b.status = 'done')`,
  'no payment goes back beyond what it was': `select p.id from payment p join refund_payout b on b.payment_id = p.id
    and b.status = 'done' group by p.id, p.amount having sum(b.amount) > p.amount`,
  'one refund of an order is under way, and the order says so': `select o.id from sales_order o where
    (select count(*) from refund r where r.order_id = o.id and r.status not in ('draft', 'done', 'rejected', 'withdrawn'))
      <> case when o.refund_flag = 'applying' then 1 else 0 end`,
  'a refund is the work of different people': `select id from refund where (select count(*) <> count(distinct person)
    from unnest(array[applicant_id, leader_id, manager_id, finance_id, payer_id]) as person where person is not null)`,
  'issued is the sum of blue and red, within what was paid': `select o.id from sales_order o where o.invoice_total <> (
    select coalesce(sum(i.amount), 0) from invoice_item i join invoice v on v.id = i.invoice_id
      where i.order_id = o.id and v.status in ('issued', 'red_pending', 'red')) or o.invoice_total > o.paid_total - o.refunded_total`,
  'an invoice is the sum of its orders': `select v.id from invoice v where v.amount <>
    (select coalesce(sum(i.amount), 0) from invoice_item i where i.invoice_id = v.id and i.deleted_at is null)`,
  'a red invoice takes its blue one back whole': `select r.id from invoice r join invoice b on b.id = r.red_of_id
    where r.amount <> -b.amount or (b.status = 'red') <> (r.status = 'issued')`,
  'points move from one account to another': `select null::uuid as id from points_ledger where biz_type = 'refund_clawback'
    group by txn_no having sum(case direction when 'in' then points else -points end) <> 0`,
  'nobody has less than no points': `select id from points_account where kind = 'user' and balance < 0`,
  'periods sum to what is payable, and to what was paid': `select o.id from sales_order o where o.status not in ('draft', 'rejected', 'cancelled')
    and exists (select 1 from payment_plan p where p.order_id = o.id and p.deleted_at is null) and (o.payable_total, o.paid_total) <>
      (select sum(p.amount), sum(p.paid_amount) from payment_plan p where p.order_id = o.id and p.deleted_at is null)`,
  'periods are paid in their order': `select a.id from payment_plan a join payment_plan b on a.order_id = b.order_id
    and a.period_no < b.period_no where b.paid_amount > 0 and a.paid_amount < a.amount and a.deleted_at is null and b.deleted_at is null`,
  'the state says what was paid': `select id from sales_order where status = 'pending_payment' and paid_total <> 0
    or status = 'part_paid' and (paid_total = 0 or paid_total >= payable_total) or status = 'paid' and paid_total <> payable_total
    or status = 'cancelled' and paid_total <> 0`,
  'nobody confirms what he entered': `select id from payment where status = 'confirmed' and confirmer_id = created_by`,
  'one trade number once': `select (array_agg(id))[1] as id from payment where channel_trade_no is not null
    group by method, channel_trade_no having count(*) > 1`,
  'one review waits, and only of an order in review': `select o.id from sales_order o where (o.status = 'pending_review') <>
    ((select count(*) from order_review r where r.order_id = o.id and r.result = 'pending') = 1)`,
  'nobody reviews his own order': `select id from order_review where reviewer_id = submitter_id and result in ('approved', 'rejected')`,
  'whoever paid is served, inspected and matched once': `select o.id from sales_order o join payment p on p.order_id = o.id and p.status = 'confirmed'
    group by o.id having (select count(*) from study_service s where s.order_id = o.id) <> 1
      or (select count(*) from user_match m where m.order_id = o.id) <> 1
      or (select count(*) from qa_review q where q.order_id = o.id and q.target_type = 'order') <> 1`,
  'no item below its floor unless a director agreed': `select i.id from order_item i join sales_order o on o.id = i.order_id
    where i.list_price - i.discount < i.floor_price and i.deleted_at is null and o.approved_at is not null
      and not exists (select 1 from order_review r where r.order_id = o.id and r.level = 'director' and r.result = 'approved')`,
  'the state is what the last logged change says': `select o.id from sales_order o join lateral (
      select l.after ->> 'status' as status from operation_log l where l.entity = 'sales_order'
        and l.entity_id::text = o.id::text and l.after ? 'status' order by l.id desc limit 1) l on true
    where l.status is distinct from o.status`,
};

/** The invariants of money that a database breaks just now, each with the rows. */
export async function brokenMoney({ rows }: Pick<TestDatabase, 'rows'>): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [name, statement] of Object.entries(broken)) {
    const ids = (await rows(statement)).map((row) => String(row.id));
    if (ids.length > 0) found.push(`${name}: ${ids.slice(0, 5).join(' ')}`);
  }
  return found;
}
