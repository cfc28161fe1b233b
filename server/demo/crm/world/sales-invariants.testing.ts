import { brokenAgreements } from '../../../domain/agreement/agreement-invariants.testing.ts';
import { brokenStock } from '../../../domain/logistics/stock-invariants.testing.ts';
import { brokenGoods } from '../../../domain/mall/goods-invariants.testing.ts';
import { brokenPoints } from '../../../domain/mall/points-invariants.testing.ts';
import { brokenMoney } from '../../../domain/orders/money-invariants.testing.ts';
import type { TestDatabase } from '../../../testing/test-database.ts';

/** What must not be found among the demo orders, by its name. */
const broken: Readonly<Record<string, string>> = {
  'a closed month is what was paid in it': `select id from month_close m where m.payment_total <>
    (select coalesce(sum(amount), 0) from payment p where p.status = 'confirmed'
      and date_trunc('month', p.paid_at at time zone 'Asia/Shanghai')::date = m.month)`,
  'a review nobody needs is exempt': `select id from order_review where (level = 'none') <> (result = 'exempt')`,
  'an order is matched with the account of its customer': `select o.id from sales_order o join user_match m on m.order_id = o.id
    left join student s on s.id = m.student_id where (m.status = 'matched') <> (o.match_status = 'matched')
      or o.student_id is distinct from m.student_id
      or s.customer_id is distinct from case when s.id is not null then o.customer_id end`,
};

/** What there must be some of, so that every page shows something. */
const wanted: readonly string[] = [
  ...['draft', 'pending_review', 'rejected', 'cancelled', 'in_service', 'refunded'].map(
    (status) => `select 1 from sales_order where status = '${status}'`,
  ),
  ...['matched', 'suggested', 'pending', 'conflict'].map(
    (status) => `select 1 from user_match where status = '${status}'`,
  ),
  ...['pending', 'confirmed', 'rejected', 'reversed'].map(
    (status) => `select 1 from payment where status = '${status}'`,
  ),
  ...['pending', 'partial', 'paid', 'overdue'].map((status) => `select 1 from payment_plan where status = '${status}'`),
  ...[
    'draft',
    'leader_review',
    'manager_review',
    'finance_review',
    'approved',
    'failed',
    'done',
    'rejected',
    'withdrawn',
  ].map((status) => `select 1 from refund where status = '${status}'`),
  ...['pending', 'approved', 'failed', 'issued', 'red_pending', 'red', 'rejected', 'cancelled'].map(
    (status) => `select 1 from invoice where status = '${status}'`,
  ),
  ...['pending', 'picking', 'shipped', 'in_transit', 'signed', 'returned', 'lost', 'cancelled'].map(
    (status) => `select 1 from shipment where status = '${status}'`,
  ),
  ...['pending', 'approved', 'rejected', 'withdrawn', 'exempt'].map(
    (result) => `select 1 from order_review where result = '${result}'`,
  ),
  "select 1 from shipment where status = 'pending' and not stock_ready",
  'select 1 from shipment where origin_id is not null',
  'select 1 from textbook where stock_on_hand - stock_locked < safety_stock and stock_on_hand > 0',
  'select 1 from month_close',
];

/** What is wrong with the demo orders. */
export async function brokenSales(database: Pick<TestDatabase, 'rows'>): Promise<readonly string[]> {
  // Renewals of the demo company have no study services of their own, and old orders were not inspected.
  const money = (await brokenMoney(database)).filter((line) => !line.startsWith('whoever paid is served'));
  const others = await Promise.all(
    [brokenStock, brokenGoods, brokenAgreements, brokenPoints].map((look) => look(database)),
  );
  // What was signed long ago has no evidence in the demo: it would be many rows that nobody opens.
  const found: string[] = [
    ...money,
    ...others.flat().filter((line) => !line.startsWith('what was signed is what was sent')),
  ];
  for (const [name, statement] of Object.entries(broken))
    if ((await database.rows(statement)).length > 0) found.push(name);
  for (const statement of wanted)
    if ((await database.rows(`${statement} limit 1`)).length === 0) found.push(`none: ${statement}`);
  return found;
}
