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

/** The discounts, in cents, that somebody approved since a moment; orders cancelled since are out of it. */
export async function approvedDiscounts(db: Db, staffId: string, since: string): Promise<number> {
  const { rows } = await sql<{ total: string }>`select coalesce(sum(discount_total), 0)::text as total from sales_order
    where approver_id = ${staffId}::uuid and approved_at >= ${since}::timestamptz and status <> 'cancelled'
      and deleted_at is null`.execute(db);
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
