import type { TestDatabase } from '../../testing/test-database.ts';

/** What is never so of points, by name: rows that break it. */
const broken: Readonly<Record<string, string>> = {
  'nobody has less than no points': `select id from points_account where kind = 'user' and balance < 0`,
  'what one loses another gains': `select (array_agg(id))[1] as id from points_ledger group by txn_no
    having sum(case direction when 'in' then points else -points end) <> 0`,
  'all points together are none': `select null::uuid as id where (select coalesce(sum(balance), 0) from points_account) <> 0`,
  'an account has what its ledger says': `select a.id from points_account a where a.balance <>
    (select coalesce(sum(case l.direction when 'in' then l.points else -l.points end), 0) from points_ledger l
      where l.account_id = a.id) or a.balance <> a.total_earned - a.total_spent`,
};

/** The invariants of points that a database breaks just now, each with the rows. */
export async function brokenPoints({ rows }: Pick<TestDatabase, 'rows'>): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [name, statement] of Object.entries(broken)) {
    const ids = (await rows(statement)).map((row) => String(row.id));
    if (ids.length > 0) found.push(`${name}: ${ids.slice(0, 5).join(' ')}`);
  }
  return found;
}
