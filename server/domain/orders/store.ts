import { sql } from 'kysely';
import type { Db } from '../../kernel/database/db.ts';

/**
 * Works out what follows from the items of an order and keeps it: the units of each, and the totals of the order, in
 * cents. Whoever asks holds the order.
 */
export async function settleTotals(db: Db, orderId: string): Promise<void> {
  await sql`update order_item i set total_units = i.quantity * coalesce((select sum(c.lesson_units) from class_type_course c
      where c.class_type_id = i.class_type_id and c.deleted_at is null), 0)
    where i.order_id = ${orderId}::uuid and i.deleted_at is null`.execute(db);
  await sql`update sales_order o set list_total = s.list, discount_total = s.discount, payable_total = s.list - s.discount
    from (select coalesce(sum(i.list_price * i.quantity), 0) as list, coalesce(sum(i.discount * i.quantity), 0) as discount
      from order_item i where i.order_id = ${orderId}::uuid and i.deleted_at is null) s where o.id = ${orderId}::uuid`.execute(
    db,
  );
}

/**
 * The discounts, in cents, that were given by somebody's right since a moment, by himself or by whoever stood in for him;
 * orders cancelled since are out of it.
 */
export async function approvedDiscounts(db: Db, staffId: string, since: string): Promise<number> {
  const { rows } = await sql<{
    total: string;
  }>`select coalesce(sum(o.discount_total), 0)::text as total from sales_order o
    where o.approved_at >= ${since}::timestamptz and o.status <> 'cancelled' and o.deleted_at is null and o.id in (
      select own.id from sales_order own where own.approver_id = ${staffId}::uuid and own.approved_at >= ${since}::timestamptz
        and not exists (select 1 from order_review r where r.order_id = own.id and r.result = 'approved' and r.behalf_of_id is not null)
      union select r.order_id from order_review r where r.behalf_of_id = ${staffId}::uuid and r.reviewed_at >= ${since}::timestamptz
        and r.result = 'approved')`.execute(db);
  return Number(rows[0]?.total ?? 0);
}

/** Whoever books money holds this together with others who do, and alone whoever closes a month. */
export const monthName = 'month_close';

/** Holds the months open for the rest of the transaction. */
export async function holdMonthsOpen(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${monthName}, 0))`.execute(db);
}

/** The first day of the latest closed month; undefined where none was closed. */
export async function latestClosed(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ month: string | null }>`select max(month)::text as month from month_close
    where deleted_at is null`.execute(db);
  return rows[0]?.month ?? undefined;
}

/** What was booked between two moments, in cents, and how many payments wait that are dated in them. */
export type BookedMonth = {
  readonly paymentTotal: number;
  readonly paymentCount: number;
  readonly reverseTotal: number;
  readonly pending: number;
};

/** Sums a span of time up. */
export async function bookedBetween(db: Db, from: string, to: string): Promise<BookedMonth> {
  const { rows } = await sql<Record<keyof BookedMonth, string>>`select
      (select coalesce(sum(amount), 0) from payment p where p.paid_at >= ${from}::timestamptz and p.paid_at < ${to}::timestamptz
        and p.status in ('confirmed', 'reversed') and p.deleted_at is null)::text as "paymentTotal",
      (select count(*) from payment p where p.paid_at >= ${from}::timestamptz and p.paid_at < ${to}::timestamptz
        and p.status in ('confirmed', 'reversed') and p.deleted_at is null)::text as "paymentCount",
      (select coalesce(sum(amount), 0) from payment p where p.reversed_at >= ${from}::timestamptz
        and p.reversed_at < ${to}::timestamptz and p.status = 'reversed' and p.deleted_at is null)::text as "reverseTotal",
      (select count(*) from payment p where p.paid_at >= ${from}::timestamptz and p.paid_at < ${to}::timestamptz
        and p.status = 'pending' and p.deleted_at is null)::text as pending`.execute(db);
  const [row] = rows;
  return {
    paymentTotal: Number(row?.paymentTotal ?? 0),
    paymentCount: Number(row?.paymentCount ?? 0),
    reverseTotal: Number(row?.reverseTotal ?? 0),
    pending: Number(row?.pending ?? 0),
  };
}

/**
 * How many lessons were learnt on an order: those its student finished that he began after its first payment and before
 * the first payment of a later order of his. Sessions count by themselves, whoever was there: what was seen of one is no
 * lesson beside it.
 */
export async function lessonsOf(db: Db, orderId: string): Promise<number> {
  const { rows } = await sql<{ count: string }>`select count(*)::text as count from sales_order o
    join lesson_record l on l.student_id = o.student_id and l.first_at >= o.first_paid_at
      and l.watched_seconds * 10 >= l.total_seconds * 9 and l.session_id is null and l.deleted_at is null
    where o.id = ${orderId}::uuid and not exists (select 1 from sales_order later where later.student_id = o.student_id
      and later.first_paid_at > o.first_paid_at and later.first_paid_at <= l.first_at and later.deleted_at is null)`.execute(
    db,
  );
  return Number(rows[0]?.count ?? 0);
}

/**
 * The units of each class type that were taught on an order: sessions of its items that are over, which began after its
 * first payment and before the first payment of a later order of its student.
 */
export async function sessionUnitsOf(db: Db, orderId: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ classTypeId: string; units: string }>`select s.class_type_id as "classTypeId",
      sum(s.lesson_units)::text as units
    from sales_order o join order_item i on i.order_id = o.id and i.deleted_at is null
    join class_session s on s.class_type_id = i.class_type_id and s.start_at >= o.first_paid_at and s.status = 'finished'
      and s.deleted_at is null
    where o.id = ${orderId}::uuid and not exists (select 1 from sales_order later where later.student_id = o.student_id
      and later.first_paid_at > o.first_paid_at and later.first_paid_at <= s.start_at and later.deleted_at is null)
    group by s.class_type_id`.execute(db);
  return new Map(rows.map(({ classTypeId, units }) => [classTypeId, Number(units)]));
}

/** What can still go back of each confirmed payment of an order, the latest first, in cents. */
export async function openPayments(
  db: Db,
  orderId: string,
): Promise<readonly { readonly id: string; readonly method: string; readonly open: number }[]> {
  const { rows } = await sql<{ id: string; method: string; open: string }>`select p.id, p.method,
      (p.amount - coalesce((select sum(b.amount) from refund_payout b where b.payment_id = p.id and b.status = 'done'
        and b.deleted_at is null), 0))::text as open
    from payment p where p.order_id = ${orderId}::uuid and p.status = 'confirmed' and p.amount > 0 and p.deleted_at is null
    order by p.paid_at desc, p.id desc`.execute(db);
  return rows.map(({ open, ...row }) => ({ ...row, open: Number(open) }));
}

/** A payout that is due, the earliest after one; undefined where there is none. */
export async function nextPayout(
  db: Db,
  after: string | null,
  now: string,
): Promise<{ readonly id: string; readonly refundId: string } | undefined> {
  const { rows } = await sql<{
    id: string;
    refundId: string;
  }>`select b.id, b.refund_id as "refundId" from refund_payout b
    join refund r on r.id = b.refund_id and r.status = 'paying' and r.pay_way is distinct from 'bank_file'
    where b.status = 'pending' and b.deleted_at is null and (b.retry_at is null or b.retry_at <= ${now}::timestamptz)
      and (${after}::uuid is null or b.id > ${after}::uuid) order by b.id limit 1`.execute(db);
  return rows[0];
}

/** What is invoiced of an order or on its way to be, beside one invoice, in cents; what is taken back is out of it. */
export async function liveInvoiced(db: Db, orderId: string, beside: string): Promise<number> {
  const { rows } = await sql<{ total: string }>`select coalesce(sum(i.amount), 0)::text as total from invoice_item i
    join invoice v on v.id = i.invoice_id and v.deleted_at is null
    where i.order_id = ${orderId}::uuid and i.deleted_at is null and v.id <> ${beside}::uuid
      and v.red_of_id is null and v.status not in ('rejected', 'cancelled', 'red')`.execute(db);
  return Number(rows[0]?.total ?? 0);
}

/** What is invoiced of an order, or being issued just now, in cents: it stands until a red invoice has taken it back. */
export async function issuedOf(db: Db, orderId: string): Promise<number> {
  const { rows } = await sql<{ total: string }>`select coalesce(sum(i.amount), 0)::text as total from invoice_item i
    join invoice v on v.id = i.invoice_id and v.deleted_at is null
    where i.order_id = ${orderId}::uuid and i.deleted_at is null and v.red_of_id is null
      and v.status in ('issuing', 'issued', 'red_pending')`.execute(db);
  return Number(rows[0]?.total ?? 0);
}

/** An invoice that is to be issued and is due, the earliest after one; undefined where there is none. */
export async function nextToIssue(db: Db, after: string | null, now: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select id from invoice where status = 'issuing' and deleted_at is null
    and (retry_at is null or retry_at <= ${now}::timestamptz) and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit 1`.execute(db);
  return rows[0]?.id;
}

/** Whether an invoice of an order is being issued just now. */
export async function isBeingInvoiced(db: Db, orderId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from invoice_item i join invoice v on v.id = i.invoice_id
    where i.order_id = ${orderId}::uuid and v.status = 'issuing' and v.red_of_id is null limit 1`.execute(db);
  return rows.length > 0;
}

/** Payouts that go to the bank in a file and are in none yet, with their refunds; in the order in which refunds are held. */
export async function payoutsForBank(
  db: Db,
  most: number,
): Promise<readonly { readonly id: string; readonly refundId: string }[]> {
  const { rows } = await sql<{ id: string; refundId: string }>`select b.id, b.refund_id as "refundId"
    from refund_payout b join refund r on r.id = b.refund_id and r.status = 'paying' and r.pay_way = 'bank_file'
    where b.status = 'pending' and b.batch_id is null and b.deleted_at is null order by b.refund_id, b.id
    limit ${most}`.execute(db);
  return rows;
}
