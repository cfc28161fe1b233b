import type pg from 'pg';
import { newToken, sessionHours, tokenHash } from '../../server/access/sessions.ts';
import { connectDatabase } from '../../server/db/connection/connect.ts';
import { openSession } from '../../server/db/session-store.ts';
import { asSuperuser, type BenchDatabase } from '../database.ts';

/** Somebody who is signed in: his token, and a customer of his that he may have open. */
export type SignedInStaff = { readonly staffId: string; readonly token: string; readonly customerId: string | null };

/** Customers that each salesperson hired for a run is given. */
const customersEach = 20;

/** Signs in so many different people, hiring more salespeople where the company has fewer; without their passwords. */
export async function signInStaff(database: BenchDatabase, people: number): Promise<readonly SignedInStaff[]> {
  await asSuperuser(database, (client) => hireUpTo(client, people));
  const { db, pool, close } = connectDatabase({ url: database.urls.migratorUrl, max: 4 });
  try {
    const { rows } = await pool.query<{ staffId: string; customerId: string | null }>(
      `select s.id as "staffId", (select c.id from customer c where c.owner_id = s.id and c.deleted_at is null and c.intention_project_ids && s.project_ids
          order by c.created_at desc limit 1) as "customerId"
        from staff s where s.status = 'active' and s.deleted_at is null order by s.created_at, s.id limit $1`,
      [people],
    );
    const expireAt = new Date(Date.now() + sessionHours * 3_600_000).toISOString();
    const signedIn: SignedInStaff[] = [];
    for (const person of rows) {
      const token = newToken();
      await openSession(db, {
        staffId: person.staffId,
        tokenHash: tokenHash(token),
        platform: 'sys',
        appVersion: '2.2.1',
        ip: '127.0.0.1',
        userAgent: 'bench',
        device: 'bench',
        expireAt,
      });
      signedIn.push({ ...person, token });
    }
    return signedIn;
  } finally {
    await close();
  }
}

/** Hires salespeople like those there are, until the company has so many people, and gives each some customers. */
async function hireUpTo(client: pg.Client, people: number): Promise<void> {
  const { rows } = await client.query<{ missing: number }>(
    "select greatest(0, $1 - count(*))::int as missing from staff where status = 'active' and deleted_at is null",
    [people],
  );
  const missing = rows[0]?.missing ?? 0;
  if (missing === 0) return;
  console.log(`  再雇 ${missing} 位业务员`);
  const columns = await client.query<{ name: string; isUnique: boolean; isRequired: boolean }>(
    `select a.attname as name, a.attnotnull as "isRequired", exists(select 1 from pg_index i
          where i.indrelid = a.attrelid and i.indisunique and a.attnum = any(i.indkey)) as "isUnique"
      from pg_attribute a where a.attrelid = 'staff'::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`,
  );
  const values = columns.rows.map(({ name, isUnique, isRequired }) => {
    if (name === 'id') return 'gen_random_uuid()';
    // Nobody looks these people up by their numbers: what is unique is made up, a number under its mask stays another's.
    if (!isUnique) return `s.${name}`;
    return isRequired || name === 'staff_no' || name === 'mobile_hash' ? "'online' || nextval('online_staff')" : 'null';
  });
  await client.query("set session_replication_role = 'replica'");
  await client.query('create sequence if not exists online_staff');
  await client.query(
    `with model as (select s.* from staff s join role r on r.id = any(s.role_ids)
          where r.code = 'sales' and s.status = 'active' and s.deleted_at is null limit 50),
        hired as (insert into staff (${columns.rows.map(({ name }) => name).join(', ')})
          select ${values.join(', ')} from model s, generate_series(1, $1) as turn limit $1
          returning id, department_id, project_ids),
        numbered as (select hired.*, row_number() over () as n from hired),
        given as (select c.id, row_number() over () as n from customer c where c.owner_id is not null limit $2)
      update customer c set owner_id = h.id, owner_dept_id = h.department_id
        from given g join numbered h on h.n = g.n % $1 + 1 where c.id = g.id`,
    [missing, missing * customersEach],
  );
}
