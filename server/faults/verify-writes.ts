import type { WritingWorld } from './world.ts';
import type { Ledger } from './writers.ts';

/** How the hand-overs of the customers stood before the writers began, to count from. */
export type Baseline = ReadonlyMap<string, number>;

const transfersOf = `select subject_id as id, count(*)::int as n from owner_record
  where subject_type = 'customer' and action = 'transfer' and subject_id = any($1::uuid[]) group by 1`;

/** Takes the count of hand-overs there are. */
export async function takeBaseline(world: WritingWorld): Promise<Baseline> {
  const rows = await world.database.rows(transfersOf, [world.customers]);
  return new Map(rows.map(({ id, n }) => [String(id), Number(n)]));
}

/**
 * Everything that contradicts “what was acknowledged is there once, and nothing is there by half”; empty when all is
 * well.
 */
export async function contradictions(
  world: WritingWorld,
  ledger: Ledger,
  before: Baseline,
): Promise<readonly string[]> {
  return [
    ...(await createdOnce(world, ledger)),
    ...(await transferredOnce(world, ledger, before)),
    ...(await nothingByHalf(world)),
  ];
}

async function createdOnce(world: WritingWorld, { created }: Ledger): Promise<readonly string[]> {
  const rows = await world.database.rows(
    `select name, count(*)::int as n from customer where name = any($1) group by name`,
    [[...created]],
  );
  const counts = new Map(rows.map(({ name, n }) => [name, n]));
  return created.flatMap((name) => (counts.get(name) === 1 ? [] : [`${name}: ${counts.get(name) ?? 0} rows`]));
}

async function transferredOnce(
  world: WritingWorld,
  { transferred }: Ledger,
  before: Baseline,
): Promise<readonly string[]> {
  const expected = new Map(before);
  for (const id of transferred) expected.set(id, (expected.get(id) ?? 0) + 1);
  const rows = await world.database.rows(transfersOf, [world.customers]);
  const found = new Map(rows.map(({ id, n }) => [String(id), Number(n)]));
  return world.customers.flatMap((id) =>
    (found.get(id) ?? 0) === (expected.get(id) ?? 0)
      ? []
      : [`${id}: ${found.get(id) ?? 0} hand-overs, acknowledged ${expected.get(id) ?? 0}`],
  );
}

/** Each statement answers the ids for which something is missing or too much; the demo's own rows are held to it too. */
const halves: Readonly<Record<string, string>> = {
  'a customer without phone, owner record or log row': `select c.id from customer c where c.name like '故障测试%' and not (
    exists (select 1 from customer_phone p where p.customer_id = c.id)
    and exists (select 1 from owner_record o where o.subject_id = c.id)
    and exists (select 1 from operation_log l where l.entity_id = c.id::text and l.action = 'customer.create'))`,
  'parts of a customer that is not there': `select o.subject_id as id from owner_record o
    where o.subject_type = 'customer' and not exists (select 1 from customer c where c.id = o.subject_id)`,
  'owned by another than the history says': `select c.id from customer c where c.own_state = 'owned' and c.deleted_at is null
    and (select array_agg(o.to_staff_id) from owner_record o where o.subject_type = 'customer' and o.subject_id = c.id
      and o.ended_at is null) is distinct from array[c.owner_id]`,
  'a gap or an overlap in the history': `select o.subject_id as id from (select subject_id, ended_at,
      lead(started_at) over (partition by subject_id order by started_at, id) as next
    from owner_record where subject_type = 'customer' and subject_id = any($1::uuid[])) o
    where o.next is not null and o.ended_at is distinct from o.next`,
  'hand-overs and log rows that do not match': `select c.id from customer c where c.id = any($1::uuid[])
    and (select count(*) from owner_record o where o.subject_id = c.id and o.action = 'transfer' and o.created_at > $2)
      <> (select count(*) from operation_log l where l.entity_id = c.id::text and l.action = 'customer.transfer')`,
};

async function nothingByHalf(world: WritingWorld): Promise<readonly string[]> {
  const [first] = await world.database.rows(
    "select coalesce(min(created_at), now()) - interval '1 second' as at from operation_log where action = 'customer.transfer'",
  );
  const found: string[] = [];
  for (const [what, statement] of Object.entries(halves)) {
    const values = statement.includes('$2')
      ? [world.customers, first?.at]
      : statement.includes('$1')
        ? [world.customers]
        : [];
    const rows = await world.database.rows(`${statement} limit 5`, values);
    found.push(...rows.map(({ id }) => `${what}: ${String(id)}`));
  }
  return found;
}
