import { sql } from 'kysely';
import type { Db } from '../../kernel/database/db.ts';

/** A change of how many of a textbook there are, and how many of them are kept for somebody. */
export type StockChange = {
  readonly textbookId: string;
  readonly reason: 'purchase' | 'lock' | 'unlock' | 'ship' | 'return' | 'adjust';
  readonly onHand: number;
  readonly locked: number;
  readonly shipmentId?: string;
  readonly remark?: unknown;
};

/** What there is of a textbook after a change. */
export type Stock = { readonly name: string; readonly available: number; readonly safetyStock: number };

/** Who changes a stock, when, and the id of the entry it makes. */
export type StockAuthor = { readonly entryId: string; readonly staffId: string | null; readonly now: string };

/**
 * Changes a stock and enters it in the ledger, in one statement that does neither where more would be kept than there
 * is: undefined then. No version of the textbook changes: whoever edits it meanwhile is not disturbed.
 */
export async function changeStock(
  db: Db,
  { textbookId, reason, onHand, locked, shipmentId, remark }: StockChange,
  { entryId, staffId, now }: StockAuthor,
): Promise<Stock | undefined> {
  const { rows } = await sql<Stock>`with moved as (
      update textbook set stock_on_hand = stock_on_hand + ${onHand}, stock_locked = stock_locked + ${locked}
      where id = ${textbookId}::uuid and deleted_at is null and stock_locked + ${locked} >= 0
        and stock_on_hand + ${onHand} >= stock_locked + ${locked}
      returning id, name, stock_on_hand, stock_locked, safety_stock
    ), entered as (
      insert into stock_ledger (id, created_at, created_by, textbook_id, reason, on_hand_delta, locked_delta,
        on_hand_after, locked_after, shipment_id, remark)
      select ${entryId}::uuid, ${now}::timestamptz, ${staffId}::uuid, id, ${reason}, ${onHand}, ${locked},
        stock_on_hand, stock_locked, ${shipmentId ?? null}::uuid, ${typeof remark === 'string' ? remark : null} from moved
    )
    select name, stock_on_hand - stock_locked as available, safety_stock as "safetyStock" from moved`.execute(db);
  return rows[0];
}

/** A textbook of a shipment: how many are to be sent, and how many the ledger keeps for it. */
export type BookOfShipment = {
  readonly textbookId: string;
  readonly name: string;
  readonly wanted: number;
  readonly kept: number;
};

/** The textbooks of a shipment, with those kept for it that it does not send any more; in the order of their ids. */
export async function booksOf(db: Db, shipmentId: string): Promise<readonly BookOfShipment[]> {
  const { rows } =
    await sql<BookOfShipment>`select t.id as "textbookId", t.name, coalesce(w.quantity, 0)::int as wanted,
      coalesce(k.locked, 0)::int as kept
    from (select i.textbook_id, sum(i.quantity) as quantity from shipment_item i
        where i.shipment_id = ${shipmentId}::uuid and i.deleted_at is null group by i.textbook_id) w
    full join (select l.textbook_id, sum(l.locked_delta) as locked from stock_ledger l
        where l.shipment_id = ${shipmentId}::uuid group by l.textbook_id) k using (textbook_id)
    join textbook t on t.id = textbook_id order by t.id`.execute(db);
  return rows;
}

/** How many of a textbook could be kept for somebody just now. */
export async function availableOf(db: Db, textbookId: string): Promise<number> {
  const { rows } = await sql<{ available: number }>`select stock_on_hand - stock_locked as available from textbook
    where id = ${textbookId}::uuid`.execute(db);
  return rows[0]?.available ?? 0;
}

/** A textbook and how many of it. */
export type Books = { readonly textbookId: string; readonly quantity: number };

/**
 * The textbooks in use that go with the classes of an order and were not made ready to be sent yet, neither in this
 * edition nor in the one before; what was cancelled does not count.
 */
export async function booksToSend(db: Db, orderId: string): Promise<readonly Books[]> {
  const { rows } =
    await sql<Books>`select t.id as "textbookId", least(sum(u.quantity * i.quantity), 999)::int as quantity
    from order_item i join textbook_use u on u.class_type_id = i.class_type_id and u.deleted_at is null
    join textbook t on t.id = u.textbook_id and t.status = 'on' and t.deleted_at is null
    where i.order_id = ${orderId}::uuid and i.deleted_at is null and i.closed_at is null
      and not exists (select 1 from shipment s join shipment_item b on b.shipment_id = s.id and b.deleted_at is null
        where s.order_id = i.order_id and s.deleted_at is null and s.status <> 'cancelled'
          and b.textbook_id in (t.id, t.former_id))
    group by t.id order by t.id`.execute(db);
  return rows;
}

/**
 * Has an order say how far its textbooks are: the least of its shipments counts. What came back or was lost waits to be
 * sent again while the order stands. Whoever asks holds the order.
 */
export async function settleLogistics(db: Db, orderId: string): Promise<void> {
  await sql`update sales_order o set logistics_status = case
      when s.waiting > 0 and s.sent + s.signed > 0 then 'partial' when s.waiting > 0 then 'pending'
      when s.sent > 0 then 'shipped' when s.signed > 0 then 'signed' else 'none' end
    from (select count(*) filter (where a.status in ('shipped', 'in_transit')) as sent,
        count(*) filter (where a.status = 'signed') as signed,
        count(*) filter (where a.status in ('pending', 'picking') or (a.status in ('returned', 'lost')
          and p.status not in ('refunded', 'cancelled') and not exists (select 1 from shipment b
            where b.origin_id = a.id and b.status <> 'cancelled' and b.deleted_at is null))) as waiting
      from shipment a join sales_order p on p.id = a.order_id
      where a.order_id = ${orderId}::uuid and a.deleted_at is null) s
    where o.id = ${orderId}::uuid`.execute(db);
}

/** What was sent of an order and did not come back: by textbook, how many and what a refund keeps for them, in cents. */
export async function sentBooks(
  db: Db,
  orderId: string,
): Promise<readonly { readonly name: string; readonly quantity: number; readonly amount: number }[]> {
  const { rows } = await sql<{ name: string; quantity: number; amount: string }>`select b.textbook_name as name,
      sum(b.quantity)::int as quantity, sum(b.quantity * b.deduct_price)::text as amount
    from shipment s join shipment_item b on b.shipment_id = s.id and b.deleted_at is null
    where s.order_id = ${orderId}::uuid and s.deleted_at is null and s.status in ('shipped', 'in_transit', 'signed')
    group by b.textbook_name order by 1`.execute(db);
  return rows.map(({ amount, ...row }) => ({ ...row, amount: Number(amount) }));
}

/** The shipment on its way that is due the longest to be asked for. */
export async function nextToTrack(db: Db, now: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select id from shipment where track_at <= ${now}::timestamptz
    and status in ('shipped', 'in_transit') and deleted_at is null order by track_at limit 1`.execute(db);
  return rows[0]?.id;
}

/** The shipment whose receiver is due the longest to be told that it was sent. */
export async function nextToTell(db: Db, now: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select id from shipment where sms_at <= ${now}::timestamptz
    and deleted_at is null order by sms_at limit 1`.execute(db);
  return rows[0]?.id;
}
