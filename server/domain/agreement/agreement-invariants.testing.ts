import type { TestDatabase } from '../../testing/test-database.ts';

/** What is never so of agreements, by name: rows that break it. */
const broken: Readonly<Record<string, string>> = {
  'one live agreement of each order and template': `select (array_agg(id))[1] as id from agreement
    where replaces_id is null and status not in ('rejected', 'expired', 'revoked', 'void')
    group by order_id, template_id having count(*) > 1`,
  'one is signed in the place of another once': `select replaces_id as id from agreement where replaces_id is not null
    and status not in ('rejected', 'expired', 'revoked', 'void') group by replaces_id having count(*) > 1`,
  'whatever is in force has its file and the digest of it': `select a.id from agreement a left join file_object f on f.id = a.file
    where a.status in ('sent', 'viewed', 'signed', 'archived', 'void', 'reviewing')
      and (a.content_hash is null or f.sha256 is distinct from a.content_hash)`,
  'what was signed is what was sent: its evidence names the digest': `select a.id from agreement a where a.mode = 'online'
    and a.status in ('signed', 'archived', 'void') and (select count(*) from agreement_event e
      where e.agreement_id = a.id and e.kind = 'signed' and e.file_hash = a.content_hash) <> 1`,
  'nobody looks at his own scan': `select id from agreement where reviewer_id = uploader_id`,
  'what is void was refunded in full, or signed anew': `select a.id from agreement a join sales_order o on o.id = a.order_id
    where a.status = 'void' and o.refund_flag <> 'full' and not exists (select 1 from agreement b
      where b.replaces_id = a.id and b.status in ('signed', 'archived', 'void'))`,
  'nothing waits to be signed of an order that is over': `select a.id from agreement a join sales_order o on o.id = a.order_id
    where a.status in ('draft', 'sent', 'viewed', 'pending_upload', 'reviewing')
      and (o.status = 'cancelled' or o.refund_flag = 'full')`,
  'an order says how far its agreements are': `select o.id from sales_order o join lateral (
      select bool_or(a.status in ('draft', 'sent', 'viewed', 'pending_upload', 'reviewing') and a.replaces_id is null) as open,
        bool_or(a.status in ('signed', 'archived')) as signed, bool_or(a.status in ('rejected', 'expired')) as missed,
        bool_or(a.status = 'void') as void, count(*) as n from agreement a where a.order_id = o.id) a on a.n > 0
    where o.agreement_status <> case when a.open then 'pending' when a.signed then 'signed' when a.missed then 'pending'
      when a.void then 'void' when o.agreement_template_id is not null then 'pending' else 'none' end`,
};

/** The invariants of agreements that a database breaks just now, each with the rows. */
export async function brokenAgreements({ rows }: Pick<TestDatabase, 'rows'>): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [name, statement] of Object.entries(broken)) {
    const ids = (await rows(statement)).map((row) => String(row.id));
    if (ids.length > 0) found.push(`${name}: ${ids.slice(0, 5).join(' ')}`);
  }
  return found;
}
