import type pg from 'pg';
import { quote } from '../server/db/spec/names.ts';
import type { Filled } from './demo-database.ts';

/** How a table of the demo company is made larger: the rows that are repeated, how often, and what the copies have otherwise. */
type Copies = {
  readonly table: string;
  /** Rows there shall be; those there are stay. */
  readonly rows?: number;
  /** How often each row is repeated, instead of a number of rows. */
  readonly times?: number;
  /** Which rows are repeated; all unless told. */
  readonly where?: string;
  /** Tables joined to each copy, whose place is `n`. */
  readonly join?: string;
  /** Columns by SQL over the repeated row `r`, its turn `turn` and the place `n` of the copy. */
  readonly set?: Readonly<Record<string, string>>;
  /** Columns that name rows of tables copied before: a copy refers to the copy of the same turn. */
  readonly within?: readonly string[];
  /** Whether copies of others refer to these. */
  readonly named?: true;
  /** Days between one turn and the next. */
  readonly days?: number;
};

const isOver = "status in ('closed', 'rejected', 'cancelled')";
const spread = 'join bench_student s on s.n = (abs(hashint4(c.n::int)) % (select count(*) from bench_student))';
const supervised = { student_id: 's.id', supervisor_id: 's.supervisor_id', supervisor_dept_id: 's.supervisor_dept_id' };
/** Two years back, evenly. */
const someTime = "now() - (c.n % 1051200) * interval '1 minute'";

const students: readonly Copies[] = [
  {
    table: 'student',
    rows: 100_000,
    set: { student_no: "'XY' || c.n", mobile_hash: "md5('m' || c.n)", id_card_hash: 'null', customer_id: 'null' },
  },
];

/** What copies refer to besides the rows there are: further templates, classes, teachers and rooms. */
const offered: readonly Copies[] = [
  { table: 'agreement_template', times: 1, named: true },
  { table: 'class_type', times: 100, named: true },
  { table: 'course', times: 1000, named: true },
  { table: 'teacher', times: 100, named: true, set: { staff_id: 'null' } },
  { table: 'classroom', times: 100, named: true },
];

const orders: readonly Copies[] = [
  { table: 'sales_order', named: true, rows: 1_000_000, days: 5, set: { order_no: "'DD' || c.n" } },
  { table: 'order_item', rows: 1_000_000, days: 5, within: ['order_id'] },
  { table: 'payment_plan', named: true, rows: 500_000, days: 5, within: ['order_id'] },
  {
    table: 'payment',
    named: true,
    rows: 1_050_000,
    days: 5,
    within: ['order_id', 'plan_id'],
    set: { payment_no: "'SK' || c.n", channel_trade_no: "'T' || c.n" },
  },
  { table: 'order_review', rows: 900_000, days: 5, within: ['order_id'] },
];

const workOrders: readonly Copies[] = [
  // Most of what is old is over.
  { table: 'work_order', rows: 20_000, set: { wo_no: "'GD' || c.n" } },
  { table: 'work_order', rows: 1_000_000, where: isOver, days: 1, set: { wo_no: "'GE' || c.n", parent_id: 'null' } },
  {
    table: 'work_order_log',
    rows: 1_000_000,
    join: 'join bench_work_order w on w.n = c.n % 900000',
    set: { work_order_id: 'w.id', created_at: someTime },
  },
];

const studied: readonly Copies[] = [
  { table: 'student_question', rows: 10_000, join: spread, set: { ...supervised, question_no: "'TV' || c.n" } },
  {
    table: 'student_question',
    rows: 1_000_000,
    where: "status in ('answered', 'closed')",
    join: spread,
    set: { ...supervised, question_no: "'TW' || c.n", created_at: someTime },
  },
  {
    table: 'student_answer',
    rows: 5_000_000,
    join: 'join bench_question q on q.n = c.n / 5',
    set: { question_id: 'q.id', created_at: someTime },
  },
  {
    table: 'comment',
    rows: 500_000,
    join: spread,
    set: { ...supervised, target_id: 'gen_random_uuid()', created_at: someTime },
  },
  {
    table: 'question',
    rows: 1_000_000,
    where: 'parent_id is null',
    set: { question_no: "'ST' || c.n", stem_hash: "md5('s' || c.n)", created_at: someTime },
  },
  {
    table: 'exam_attempt',
    rows: 5000,
    join: spread,
    set: { attempt_no: "'KR' || c.n", student_id: 's.id', taken_no: 'c.n + 1000000' },
  },
  {
    table: 'exam_attempt',
    rows: 500_000,
    where: "status = 'marked'",
    join: spread,
    set: { attempt_no: "'KS' || c.n", student_id: 's.id', taken_no: 'c.n', created_at: someTime },
  },
  {
    table: 'attempt_answer',
    rows: 5_000_000,
    join: 'join bench_attempt a on a.n = c.n / 10 join bench_stem q on q.n = c.n % (select count(*) from bench_stem)',
    set: { attempt_id: 'a.id', question_id: 'q.id' },
  },
];

const ofOrder = { order_id: 'o.id', seller_id: 'o.seller_id', seller_dept_id: 'o.seller_dept_id' };
const afterSale: readonly Copies[] = [
  {
    table: 'refund',
    rows: 300_000,
    where: "status in ('done', 'withdrawn', 'rejected')",
    join: 'join bench_order o on o.n = c.n',
    set: { ...ofOrder, created_at: someTime },
  },
  {
    table: 'shipment',
    rows: 2_000_000,
    where: "status in ('signed', 'cancelled')",
    join: 'join bench_order o on o.n = c.n / 2',
    set: { ...ofOrder, order_no: 'o.order_no', created_at: someTime },
  },
  {
    table: 'agreement',
    rows: 1_000_000,
    where: "status in ('archived', 'void', 'expired')",
    join: 'join bench_order o on o.n = c.n',
    set: {
      order_id: 'o.id',
      template_id: 'md5(c.template_id::text || 1)::uuid',
      owner_id: 'o.seller_id',
      replaces_id: 'null',
      created_at: someTime,
    },
  },
];

const taught: readonly Copies[] = [
  {
    table: 'material',
    rows: 1_000_000,
    set: { course_id: 'md5(c.course_id::text || c.turn % 1000 + 1)::uuid', created_at: someTime },
  },
  {
    table: 'student_account_op',
    rows: 5_000_000,
    where: "status in ('done', 'rejected', 'cancelled')",
    join: spread,
    set: { student_id: 's.id', created_at: someTime },
  },
  // The teachers there are have fifty times four weeks; further weeks are those of others.
  {
    table: 'class_session',
    rows: 1_000_000,
    where: "status <> 'cancelled'",
    set: {
      ...Object.fromEntries(
        ['teacher_id', 'classroom_id', 'class_type_id'].map((name) => [
          name,
          `case when c.turn < 50 then c.${name} else md5(c.${name}::text || c.turn / 50)::uuid end`,
        ]),
      ),
      ...Object.fromEntries(
        ['start_at', 'end_at'].map((name) => [name, `c.${name} - (c.turn % 50 + 1) * interval '28 days'`]),
      ),
    },
  },
];

/** Rows of study by day: a hundred thousand students, each every eighth day of more than two years. */
const studyDays = `insert into study_daily_stat (id, created_at, updated_at, version, stat_date, student_id, project_id,
    supervisor_id, supervisor_dept_id, study_seconds, lesson_finished, question_done, question_correct, paper_done,
    sign_in, score, reached_at, reached_minute)
  select gen_random_uuid(), day, day, 1, day::date, s.id, (array(select id from project order by code))[1 + s.n % 3],
    s.supervisor_id, s.supervisor_dept_id, 600 + s.n * 7 % 3000, s.n % 3, s.n % 40, s.n % 40 / 2, s.n % 2, s.n % 3 > 0,
    (600 + s.n * 7 % 3000) / 60, day + interval '20 hours', extract(epoch from day) / 60 + s.n % 1440
  from generate_series(date_trunc('day', now()) - interval '799 days', date_trunc('day', now()), interval '1 day')
    with ordinality as d (day, place) join bench_student s on s.n % 8 = d.place % 8`;

/** A million orders, work orders and questions, and what belongs to them. For databases that are measured only. */
export async function fillAreas({ client }: Filled): Promise<void> {
  await client.query("set work_mem = '256MB'; set synchronous_commit = off; set session_replication_role = replica");
  await number(client, 'bench_class', 'select id from class_type');
  for (const copies of [...students, ...offered]) await copy(client, copies);
  await superviseAll(client);
  await number(client, 'bench_student', 'select id, supervisor_id, supervisor_dept_id from student');
  for (const copies of [...orders, ...workOrders.slice(0, 2)]) await copy(client, copies);
  await addItems(client);
  await number(client, 'bench_order', 'select id, order_no, seller_id, seller_dept_id from sales_order');
  for (const copies of [...afterSale, ...taught]) await copy(client, copies);
  await number(client, 'bench_work_order', 'select id from work_order');
  for (const copies of workOrders.slice(2)) await copy(client, copies);
  for (const copies of studied.slice(0, 2)) await copy(client, copies);
  await number(client, 'bench_question', 'select id from student_question');
  for (const copies of studied.slice(2, 7)) await copy(client, copies);
  await number(client, 'bench_attempt', 'select id from exam_attempt');
  await number(client, 'bench_stem', 'select id from question where parent_id is null');
  for (const copies of studied.slice(7)) await copy(client, copies);
  await client.query(studyDays);
}

/** Gives each student to one of the staff, in turn. */
async function superviseAll(client: pg.Client): Promise<void> {
  await client.query(`update student s set supervisor_id = t.id, supervisor_dept_id = t.department_id
    from (select id, department_id, row_number() over (order by id) - 1 as n, count(*) over () as staff from staff) t,
      (select id, row_number() over (order by id) as n from student) k
    where k.id = s.id and t.n = k.n % t.staff`);
}

async function number(client: pg.Client, name: string, rows: string): Promise<void> {
  await client.query(`create temporary table ${name} as select *, row_number() over () - 1 as n from (${rows}) r`);
  await client.query(`create unique index on ${name} (n)`);
  await client.query(`analyze ${name}`);
}

/** Two further classes in each order, and a second payment for as many as there are. */
async function addItems(client: pg.Client): Promise<void> {
  for (const [table, turn, set] of [
    ['order_item', 9001, { class_type_id: 'md5(class_type_id::text || 1)::uuid' }],
    ['order_item', 9002, { class_type_id: 'md5(class_type_id::text || 2)::uuid' }],
    ['payment', 9001, { payment_no: "'SL' || payment_no", channel_trade_no: "'U' || channel_trade_no" }],
  ] as const) {
    const columns = await columnsOf(client, table);
    const own: Readonly<Record<string, string>> = { id: `md5(id::text || ${turn})::uuid`, ...set };
    await client.query(
      `insert into ${table} (${columns.map(quote).join(', ')})
        select ${columns.map((name) => own[name] ?? quote(name)).join(', ')} from ${table}
        ${table === 'order_item' ? 'where class_type_id in (select id from bench_class) limit 1000000' : ''}`,
    );
  }
}

async function columnsOf(client: pg.Client, table: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  );
  return rows.map(({ name }) => name);
}

/** Of each unique index, none of whose columns a copy has otherwise, the text that is made another in each copy. */
async function keptApart(client: pg.Client, table: string, made: ReadonlySet<string>): Promise<readonly string[]> {
  const { rows } = await client.query<{ columns: readonly string[]; texts: readonly string[] }>(
    `select array_agg(a.attname::text) as columns,
        array_agg(a.attname::text) filter (where a.atttypid in ('text'::regtype, 'varchar'::regtype)) as texts
      from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
      where i.indrelid = $1::regclass and i.indisunique and not i.indisprimary group by i.indexrelid`,
    [quote(table)],
  );
  return rows
    .filter(({ columns }) => !columns.some((name) => made.has(name)))
    .flatMap(({ texts }) => texts?.slice(-1) ?? []);
}

async function copy(client: pg.Client, copies: Copies): Promise<void> {
  const { table, where = 'true', join = '', set = {}, within = [], days = 0, named = false } = copies;
  const { rows: counted } = await client.query<{ all: string; meant: string }>(
    `select count(*) as all, count(*) filter (where ${where}) as meant from ${quote(table)}`,
  );
  const there = Number(counted[0]?.all ?? 0);
  const meant = Number(counted[0]?.meant ?? 0);
  const rows = copies.times === undefined ? (copies.rows ?? 0) : there + meant * copies.times;
  if (meant === 0 || there >= rows) return;
  const turns = Math.ceil((rows - there) / meant);
  console.log(`  ${table}：${there} 行，补到 ${rows} 行`);
  const columns = await columnsOf(client, table);
  const apart = await keptApart(client, table, new Set([...Object.keys(set), ...within]));
  const value = (name: string) => {
    if (set[name] !== undefined) return set[name];
    if (apart.includes(name)) return `'U' || c.n`;
    if (name === 'id') return named ? 'md5(c.id::text || c.turn)::uuid' : 'gen_random_uuid()';
    if (within.includes(name)) return `md5(c.${quote(name)}::text || c.turn)::uuid`;
    const isMoment = days > 0 && /_(at|due|on|deadline|until)$/.test(name);
    return isMoment ? `c.${quote(name)} - c.turn * interval '${days} days'` : `c.${quote(name)}`;
  };
  await client.query(
    `insert into ${quote(table)} (${columns.map(quote).join(', ')})
      select ${columns.map(value).join(', ')} from (select r.*, turn, row_number() over () - 1 as n
        from ${quote(table)} r, generate_series(1, ${turns}) as turn where ${where} limit ${rows - there}) c ${join}`,
  );
}
