import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { productFolder } from './places.ts';

/**
 * Rows of a database of the product, that of this worker unless told which: what must hold afterwards, past every
 * operation and scope. It only reads.
 */
export async function rowsOf(
  query: string,
  values: readonly unknown[] = [],
  folder: string = productFolder(),
): Promise<readonly object[]> {
  const client = new pg.Client({ connectionString: addressOf(folder) });
  await client.connect();
  try {
    await client.query('set default_transaction_read_only = on');
    return (await client.query(query, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** Where the product's embedded server listens, as it noted in its data folder, or in the one it went to. */
function addressOf(folder: string): string {
  const own = path.join(folder, 'data', 'postgres');
  const note = readdirSync(own).find((name) => /^holder-\d+\.json$/.test(name)) ?? '';
  const { address }: { readonly address: string } = JSON.parse(readFileSync(path.join(own, note), 'utf8'));
  const away = readdirSync(own).includes('kept-elsewhere')
    ? readFileSync(path.join(own, 'kept-elsewhere'), 'utf8').trim()
    : own;
  const password = readFileSync(path.join(away, 'superuser-password'), 'utf8').trim();
  return `postgresql://postgres:${password}@${address}/learning_platform`;
}

/** Global invariants: one owner at a time, whose history has neither gap nor overlap; one live customer per phone. */
export async function brokenInvariants(): Promise<readonly object[]> {
  const queries = [
    `select id, 'G1 state' as broken from customer where (own_state = 'owned') <> (owner_id is not null and pool_id is null)`,
    `select subject_id as id, 'G1 two live' as broken from owner_record where ended_at is null group by 1 having count(*) > 1`,
    `select c.id, 'G1 holder' as broken from customer c left join owner_record r on r.subject_id = c.id and r.ended_at is null
      where c.own_state = 'owned' and r.to_staff_id is distinct from c.owner_id`,
    `select a.id, 'G1 overlap' as broken from owner_record a join owner_record b on a.subject_id = b.subject_id and a.id < b.id
      where tstzrange(a.started_at, a.ended_at) && tstzrange(b.started_at, b.ended_at)`,
    `select min(id::text)::uuid as id, 'G2 number' as broken from customer_phone where deleted_at is null group by phone_hash having count(*) > 1`,
    `select c.id, 'G2 main phone' as broken from customer c where c.deleted_at is null and not exists
      (select 1 from customer_phone p where p.phone_hash = c.mobile_hash and p.deleted_at is null)`,
  ];
  return rowsOf(queries.join(' union all '));
}
