// The yardstick: Fastify and pg, SQL written by hand and prepared, exact counts; no permission, no scope, no mask, no log.
import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
pg.types.setTypeParser(20, Number);
const app = Fastify();

/** A statement that each session plans once. */
const statement = (name: string, text: string) => (values: readonly unknown[]) => ({ name, text, values: [...values] });

type Body = Readonly<Record<string, unknown>>;

const columns = `t.id, t.version, t.name, t.mobile, t.stage, t.level, t.next_follow_at as "nextFollowAt", t.last_follow_at as "lastFollowAt",
  t.follow_count as "followCount", t.province, t.city, t.own_state as "ownState", t.created_at as "createdAt", t.intention_project_ids as "intentionProjectIds",
  (select json_agg(json_build_object('id', p.id, 'name', p.name)) from project p where p.id = any(t.intention_project_ids)) as "intentionProjects",
  json_build_object('id', o.id, 'name', o.name) as owner, json_build_object('id', c.id, 'name', c.name) as channel`;
const joined = 'from customer t left join staff o on o.id = t.owner_id left join channel c on c.id = t.channel_id';

function list(name: string, condition: string) {
  const page = statement(
    `${name} page`,
    `select ${columns} ${joined} where ${condition} and t.deleted_at is null order by t.created_at desc, t.id desc limit 20`,
  );
  const count = statement(
    `${name} count`,
    `select count(*) as n from customer t where ${condition} and t.deleted_at is null`,
  );
  return async (value: unknown) => {
    const [rows, total] = await Promise.all([pool.query(page([value])), pool.query(count([value]))]);
    return { code: '0', message: '', data: { list: rows.rows, total: total.rows[0]?.n } };
  };
}

const post = (path: string, handle: (body: Body) => Promise<unknown>) =>
  app.post<{ Body: Body }>(path, ({ body }) => handle(body));

const owned = list('owned', 't.owner_id = $1');
const inStage = list('stage', 't.stage = $1');
const found = list('search', 't.search_text like $1');
post('/owned', ({ ownerId }) => owned(ownerId));
post('/stage', ({ stage }) => inStage(stage));
post('/search', ({ keyword }) => found(`%${String(keyword)}%`));

const view = statement('view', `select ${columns} ${joined} where t.id = $1 and t.deleted_at is null`);
post('/view', async ({ id }) => {
  const { rows } = await pool.query(view([id]));
  return { code: '0', message: '', data: rows[0] };
});

const modification = statement(
  'modify',
  'update customer set remark = $3, updated_at = now(), version = version + 1 where id = $1 and version = $2 and deleted_at is null',
);
post('/modify', async ({ id, version, remark }) => {
  const { rowCount } = await pool.query(modification([id, version, remark]));
  return { code: rowCount === 1 ? '0' : '1', message: '', data: { id } };
});

const taken = statement('taken', 'select 1 from customer where mobile_hash = $1 and deleted_at is null');
const customer = statement(
  'customer',
  `insert into customer (id, customer_no, name, mobile, mobile_hash, level, stage, own_state, owner_id, owner_dept_id, channel_id, intention_project_ids, assigned_at)
    values ($1, $2, $3, $4, $9, 'b', 'fresh', 'owned', $5, $6, $7, $8, now())`,
);
const phone = statement(
  'phone',
  "insert into customer_phone (id, customer_id, phone, phone_hash, kind) values ($1, $2, $3, $4, 'main')",
);
const ownerRecord = statement(
  'owner',
  `insert into owner_record (id, subject_type, subject_id, action, to_staff_id, to_dept_id, operator_id, started_at)
    values ($1, 'customer', $2, 'assign', $3, $4, $3, now())`,
);
// The same rows as the product writes, but for its log.
post('/create', async ({ name, mobile, mobileHash, channelId, projectIds, ownerId, departmentId }) => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    if ((await client.query(taken([mobileHash]))).rowCount !== 0) throw new Error('taken');
    const id = randomUUID();
    const number = `B${id.slice(0, 18)}`;
    await client.query(customer([id, number, name, mobile, ownerId, departmentId, channelId, projectIds, mobileHash]));
    await client.query(phone([randomUUID(), id, mobile, mobileHash]));
    await client.query(ownerRecord([randomUUID(), id, ownerId, departmentId]));
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
