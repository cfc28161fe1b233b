import type { TestDatabase } from '../../testing/test-database.ts';

/** What is never so of goods, by name: rows that break it. */
const broken: Readonly<Record<string, string>> = {
  'no more is kept than there is': `select id from commodity where not (stock_on_hand >= stock_locked and stock_locked >= 0)`,
  'a shelf has what its ledger says': `select c.id from commodity c where c.stock_on_hand <>
    (select coalesce(sum(l.on_hand_delta), 0) from commodity_ledger l where l.commodity_id = c.id)`,
  'what was exchanged left the shelf once, and came back with what was given up': `select r.id from exchange_record r
    where (select coalesce(sum(l.on_hand_delta), 0) from commodity_ledger l where l.exchange_id = r.id)
      <> case when r.status in ('cancelled', 'rejected') then 0 else -r.quantity end`,
};

/** The invariants of goods that a database breaks just now, each with the rows. */
export async function brokenGoods({ rows }: Pick<TestDatabase, 'rows'>): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [name, statement] of Object.entries(broken)) {
    const ids = (await rows(statement)).map((row) => String(row.id));
    if (ids.length > 0) found.push(`${name}: ${ids.slice(0, 5).join(' ')}`);
  }
  return found;
}
