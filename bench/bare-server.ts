// The yardstick: Fastify and pg, SQL written by hand, exact counts; no permission, no scope, no mask, no log.
import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
pg.types.setTypeParser(20, Number);
const app = Fastify();

type Body = Readonly<Record<string, unknown>>;

const columns = `t.id, t.version, t.name, t.mobile, t.stage, t.level, t.next_follow_at as "nextFollowAt", t.last_follow_at as "lastFollowAt",
  t.follow_count as "followCount", t.province, t.city, t.own_state as "ownState", t.created_at as "createdAt", t.intention_project_ids as "intentionProjectIds",
  (select json_agg(json_build_object('id', p.id, 'name', p.name)) from project p where p.id = any(t.intention_project_ids)) as "intentionProjects",
  json_build_object('id', o.id, 'name', o.name) as owner, json_build_object('id', c.id, 'name', c.name) as channel`;
const joined = 'from customer t left join staff o on o.id = t.owner_id left join channel c on c.id = t.channel_id';

async function list(condition: string, value: unknown) {
  const [page, count] = await Promise.all([
    pool.query(
      `select ${columns} ${joined} where ${condition} and t.deleted_at is null order by t.created_at desc, t.id desc limit 20`,
      [value],
    ),
    pool.query(`select count(*) as n from customer t where ${condition} and t.deleted_at is null`, [value]),
  ]);
  return { code: '0', message: '', data: { list: page.rows, total: count.rows[0]?.n } };
}

const post = (path: string, handle: (body: Body) => Promise<unknown>) =>
  app.post<{ Body: Body }>(path, ({ body }) => handle(body));

post('/owned', ({ ownerId }) => list('t.owner_id = $1', ownerId));
post('/stage', ({ stage }) => list('t.stage = $1', stage));
post('/search', ({ keyword }) => list('t.search_text like $1', `%${String(keyword)}%`));
post('/view', async ({ id }) => {
  const { rows } = await pool.query(`select ${columns} ${joined} where t.id = $1 and t.deleted_at is null`, [id]);
  return { code: '0', message: '', data: rows[0] };
});
post('/modify', async ({ id, version, remark }) => {
  const { rowCount } = await pool.query(
    'update customer set remark = $3, updated_at = now(), version = version + 1 where id = $1 and version = $2 and deleted_at is null',
    [id, version, remark],
  );
  return { code: rowCount === 1 ? '0' : '1', message: '', data: { id } };
});
// The same rows as the product writes, but for its log.
post('/create', async ({ name, mobile, mobileHash, channelId, projectIds, ownerId, departmentId }) => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const taken = await client.query('select 1 from customer where mobile_hash = $1 and deleted_at is null', [
      mobileHash,
    ]);
    if (taken.rowCount !== 0) throw new Error('taken');
    const id = randomUUID();
    await client.query(
      `insert into customer (id, customer_no, name, mobile, mobile_hash, level, stage, own_state, owner_id, owner_dept_id, channel_id, intention_project_ids, assigned_at)
       values ($1, $2, $3, $4, $9, 'b', 'fresh', 'owned', $5, $6, $7, $8, now())`,
      [id, `B${id.slice(0, 18)}`, name, mobile, ownerId, departmentId, channelId, projectIds, mobileHash],
    );
    await client.query(
      "insert into customer_phone (id, customer_id, phone, phone_hash, kind) values ($1, $2, $3, $4, 'main')",
      [randomUUID(), id, mobile, mobileHash],
    );
    await client.query(
      `insert into owner_record (id, subject_type, subject_id, action, to_staff_id, to_dept_id, operator_id, started_at)
       values ($1, 'customer', $2, 'assign', $3, $4, $3, now())`,
      [randomUUID(), id, ownerId, departmentId],
    );
    await client.query('commit');
    return { code: '0', message: '', data: { id } };
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
});

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
