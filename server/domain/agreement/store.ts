import { sql } from 'kysely';
import type { Db } from '../../kernel/database/db.ts';

/** What an agreement says of its order. */
export type OrderedParts = {
  readonly customer: string | null;
  readonly mobile: string | null;
  readonly items: readonly { readonly name: string; readonly quantity: number; readonly amount: number }[];
  readonly plans: readonly { readonly dueOn: string; readonly amount: number }[];
};

/** The classes of an order with what each costs, and when it is to be paid; in cents. */
export async function orderedParts(db: Db, orderId: string): Promise<Pick<OrderedParts, 'items' | 'plans'>> {
  const { rows: items } = await sql<{ name: string; quantity: number; amount: string }>`select class_type_name as name,
      quantity, (list_price - discount) * quantity as amount from order_item
    where order_id = ${orderId}::uuid and deleted_at is null order by place, id`.execute(db);
  const { rows: plans } = await sql<{
    dueOn: string;
    amount: string;
  }>`select due_on::text as "dueOn", amount from payment_plan
    where order_id = ${orderId}::uuid and deleted_at is null order by period_no`.execute(db);
  return {
    items: items.map(({ amount, ...item }) => ({ ...item, amount: Number(amount) })),
    plans: plans.map(({ amount, ...plan }) => ({ ...plan, amount: Number(amount) })),
  };
}

/**
 * What the agreements of an order make of it: signed once one is and none waits, void where what was signed is; none
 * where there is nothing but what was taken back.
 */
export async function agreementStatusOf(db: Db, orderId: string): Promise<string> {
  const { rows } = await sql<{ status: string }>`select case
      when bool_or(status in ('draft', 'sent', 'viewed', 'pending_upload', 'reviewing') and replaces_id is null) then 'pending'
      when bool_or(status in ('signed', 'archived')) then 'signed'
      when bool_or(status in ('rejected', 'expired')) then 'pending'
      when bool_or(status = 'void') then 'void'
      else 'none' end as status
    from agreement where order_id = ${orderId}::uuid and deleted_at is null having count(*) > 0`.execute(db);
  return rows[0]?.status ?? 'none';
}

/** The next message that is due after another, by id; undefined where none is. */
export async function nextMessage(db: Db, after: string | null, now: string): Promise<string | undefined> {
  const { rows } = await sql<{
    id: string;
  }>`select id from agreement_message where status = 'queued' and deleted_at is null
    and due_at <= ${now}::timestamptz and (${after}::uuid is null or id > ${after}::uuid) order by id limit 1`.execute(
    db,
  );
  return rows[0]?.id;
}

/** Agreements with a sealed file, some after another in the order of their ids. */
export async function sealedAfter(db: Db, after: string | null, limit: number): Promise<readonly string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select id from agreement where content_hash is not null and file is not null
    and deleted_at is null and (${after}::uuid is null or id > ${after}::uuid) order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
