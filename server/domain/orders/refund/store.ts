import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/db.ts';

/**
 * How many lessons were learnt on an order: those its student finished that he began after its first payment and before
 * the first payment of a later order of his.
 */
export async function lessonsOf(db: Db, orderId: string): Promise<number> {
  const { rows } = await sql<{ count: string }>`select count(*)::text as count from sales_order o
    join lesson_record l on l.student_id = o.student_id and l.first_at >= o.first_paid_at
      and l.watched_seconds * 10 >= l.total_seconds * 9 and l.deleted_at is null
    where o.id = ${orderId}::uuid and not exists (select 1 from sales_order later where later.student_id = o.student_id
      and later.first_paid_at > o.first_paid_at and later.first_paid_at <= l.first_at and later.deleted_at is null)`.execute(
    db,
  );
  return Number(rows[0]?.count ?? 0);
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
    join refund r on r.id = b.refund_id and r.status = 'paying'
    where b.status = 'pending' and b.deleted_at is null and (b.retry_at is null or b.retry_at <= ${now}::timestamptz)
      and (${after}::uuid is null or b.id > ${after}::uuid) order by b.id limit 1`.execute(db);
  return rows[0];
}
