// The yardstick for files: Fastify and pg, SQL written by hand, the same reader of CSV. One table in and out; nothing is
// checked but whether a number is there already, nothing is masked, logged or kept for taking it back.
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import Fastify from 'fastify';
import pg from 'pg';
import { createProtection } from '../server/kernel/crypto/protection.ts';
import { benchSecret } from './bench-size.ts';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
// Numbers are found by the same hash as the product's.
const { hash: hashOf } = createProtection(benchSecret);
const app = Fastify({ bodyLimit: 100_000_000 });
app.addContentTypeParser('text/csv', (_, payload, done) => done(null, payload));

const rowsAtOnce = 1000;
const titles = '姓名,手机号,阶段,等级,意向项目,归属,下次跟进,最近跟进,跟进次数,渠道,省份,城市,归属状态,创建时间';
const wanted = `select t.name, t.mobile, t.stage, t.level,
    (select string_agg(p.name, '、') from project p where p.id = any(t.intention_project_ids)), o.name,
    t.next_follow_at, t.last_follow_at, t.follow_count, c.name, t.province, t.city, t.own_state, t.created_at
  from customer t left join staff o on o.id = t.owner_id left join channel c on c.id = t.channel_id
  where t.deleted_at is null order by t.created_at desc, t.id desc limit`;

app.get<{ Querystring: { readonly rows: string } }>('/export', ({ query }, reply) =>
  reply.type('text/csv').send(Readable.from(csvLines(Number(query.rows)))),
);

async function* csvLines(rows: number): AsyncIterable<string> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`declare wanted no scroll cursor for ${wanted} ${rows}`);
    yield `\ufeff${titles}\r\n`;
    for (;;) {
      const page = await client.query<unknown[]>({ text: `fetch ${rowsAtOnce} from wanted`, rowMode: 'array' });
      if (page.rows.length === 0) break;
      yield page.rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
    }
    await client.query('commit');
  } finally {
    client.release();
  }
}

function cell(value: unknown): string {
  if (value === null) return '';
  const text = value instanceof Date ? value.toISOString() : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

type Row = readonly string[];

app.post<{ Body: Readable }>('/import', async ({ body }) => {
  const client = await pool.connect();
  const owner = await client.query("select id, department_id from staff where account = 'manager'");
  const projects = await idsByName(client, 'project');
  const channels = await idsByName(client, 'channel');
  const known = new Set<string>();
  let inserted = 0;
  const insert = async (rows: readonly Row[]) => {
    const fresh = new Map<string, Row>();
    for (const row of rows) {
      const hash = hashOf(row[1] ?? '');
      if (!known.has(hash)) fresh.set(hash, row);
      known.add(hash);
    }
    const taken = await client.query(
      'select mobile_hash as hash from customer where mobile_hash = any($1) and deleted_at is null',
      [[...fresh.keys()]],
    );
    for (const { hash } of taken.rows) fresh.delete(hash);
    const all = [...fresh];
    const column = (index: number) => all.map(([, row]) => row[index]);
    const ids = all.map(() => randomUUID());
    await client.query(
      `insert into customer (id, customer_no, name, mobile, mobile_hash, level, stage, own_state, owner_id, owner_dept_id,
          assigned_at, channel_id, intention_project_ids, exam_year, province, city)
        select id, 'B' || left(id::text, 18), name, mobile, hash, level, 'fresh', 'owned', $1, $2, now(), channel, array[project], year, province, city
        from unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::uuid[], $9::uuid[], $10::int[], $11::text[], $12::text[])
          as row (id, name, mobile, hash, level, channel, project, year, province, city)`,
      [
        owner.rows[0]?.id,
        owner.rows[0]?.department_id,
        ids,
        column(0),
        column(1),
        all.map(([hash]) => hash),
        column(3).map((title) => title?.slice(0, 1).toLowerCase()),
        column(5).map((name) => channels.get(name ?? '')),
        column(2).map((name) => projects.get(name ?? '')),
        column(4),
        column(6),
        column(7),
      ],
    );
    inserted += all.length;
  };
  try {
    await client.query('begin');
    let rows: Row[] = [];
    for await (const row of body.pipe(parse({ from_line: 2, bom: true }))) {
      rows.push(row);
      if (rows.length < rowsAtOnce) continue;
      await insert(rows);
      rows = [];
    }
    await insert(rows);
    await client.query('commit');
    return { inserted };
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
});

async function idsByName(client: pg.PoolClient, table: 'project' | 'channel'): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ id: string; name: string }>(`select id, name from ${table}`);
  return new Map(rows.map(({ id, name }) => [name, id]));
}

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
