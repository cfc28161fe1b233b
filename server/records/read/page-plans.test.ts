import path from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declaredOperations } from '../../../engine/model/access/index.ts';
import type { PageDocument, RoleDocument } from '../../../engine/model/documents/index.ts';
import { weekdaysOnly } from '../../../engine/model/time/index.ts';
import { detailView, panoramaView } from '../../../engine/model/view/index.ts';
import { pageSeen } from '../../access/page-bundle.ts';
import { type Connection, connectDatabase } from '../../db/connection/connect.ts';
import { createIndexes } from '../../db/tables/tables.ts';
import { fillDemo } from '../../demo/crm/fill-demo.ts';
import { domainRulesFor } from '../../domain/index.ts';
import { expiryLines, tenMinuteLines } from '../../domain/work-order/alert-lines.ts';
import type { Caller } from '../../kernel/caller/caller.ts';
import { createProtection } from '../../kernel/crypto/protection.ts';
import type { Database } from '../../kernel/database/db.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import { activityOperations } from '../../operations/activity/activity.ts';
import { queryDataset } from '../../operations/dataset/query-dataset.ts';
import { readDocuments } from '../../product/documents.ts';
import { noServices } from '../../seed/no-services.ts';
import { copiedColumns, demoHolder } from '../../testing/demo-company.ts';
import { holds, pageQueriesOf } from '../../testing/page-queries.ts';
import { costOfMany, indexesIn, maxRowsRead, type Plan, readWhole, scannedIn } from '../../testing/plan-nodes.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { queryRows } from './query.ts';
import { viewRow } from './view.ts';

/*
 * Every list and every tab of rows, as each role opens it, planned as if the database held a million customers and ten
 * million follow-ups and calls: the tables hold a thousand, and the planner is told that they hold so many more.
 */

/** How many more rows the planner is told of than there are. */
const times = 1000;
/** Of what the demo has few, and a company many: the planner is told of so many. */
const grown = { class_session: 1_000_000, material: 1_000_000, student_account_op: 5_000_000 } as const;
/** What a company sets once: these tables do not grow with its customers. */
const settings: ReadonlySet<unknown> = new Set(['masking_policy', 'menu', 'role']);
/** Tables of fewer rows than this are small however they are read. */
const small = 50_000;
/** What the first page may cost the planner: reading and sorting a large table costs a hundred thousand and more. */
const maxCost = 10_000;

const { documents } = readDocuments(path.resolve(import.meta.dirname, '../../../schemas'));
const userAttributes = new Map(domainRulesFor(documents).flatMap((rule) => Object.entries(rule.userAttributes ?? {})));

let database: TestDatabase;
let connection: Connection;
let db: Kysely<Database>;
let large: ReadonlySet<string>;
const statements: { readonly sql: string; readonly parameters: readonly unknown[] }[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await fillDemo({
    migratorUrl: database.migratorUrl,
    documents,
    size: 'small',
    protect: createProtection(database.secretKey),
    hashPassword: () => Promise.resolve('-'),
    keepFile: () => Promise.resolve(),
    demoPassword: '-',
    now: new Date(),
  });
  await createIndexes({ urls: database, documents });
  await database.rows('analyze');
  await database.rows(
    `update pg_class set reltuples = reltuples * ${times} where relnamespace = 'public'::regnamespace and reltuples > 0`,
  );
  for (const [name, rows] of Object.entries(grown))
    await database.rows('update pg_class set reltuples = $2 where oid = $1::regclass', [name, rows]);
  const found = await database.rows(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and reltuples > ${small}`,
  );
  large = new Set(found.map(({ relname }) => String(relname)).filter((name) => !settings.has(name)));
  connection = connectDatabase({ url: database.appUrl, max: 2 });
  db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: connection.pool }),
    log: ({ query }) => void statements.push(query),
  });
}, 120_000);

afterAll(async () => {
  await connection.close();
  await database.drop();
});

const holderOf = (role: RoleDocument) => demoHolder(role, database);

/** What is wrong with how a query is answered; empty where nothing is. */
function faultsOf(entity: string, body: Readonly<Record<string, unknown>>, page: PageDocument, caller: Caller) {
  return faultsOfCall((context) => queryRows(modelOf(documents, entity), body, { ...context, page }), caller);
}

/** The same of everything that a call reads from no page. */
async function faultsOfCall(call: (context: CallContext) => Promise<unknown>, caller: Caller) {
  statements.length = 0;
  const context: CallContext = {
    documents,
    db,
    protection: createProtection(database.secretKey),
    userAttributes,
    services: noServices,
    caller,
    page: undefined,
    now: new Date().toISOString(),
    calendar: weekdaysOnly,
    requestId: 'plans',
    idempotencyKey: undefined,
  };
  await call(context);
  const faults: string[] = [];
  for (const plan of await plansOf([...statements])) {
    for (const table of readWhole(plan, large)) faults.push(`reads all of ${table}`);
    const cost = plan['Total Cost'] - costOfMany(plan);
    if (cost > maxCost) faults.push(`costs ${Math.round(cost)}`);
  }
  return [...new Set(faults)];
}

/** What statements were planned as: roles that reach alike ask the same, which is planned alike while the tables are as they were. */
const planned = new Map<string, readonly Plan[]>();

async function plansOf(made: typeof statements): Promise<readonly Plan[]> {
  const plans: Plan[] = [];
  for (const { sql, parameters } of made) {
    const key = JSON.stringify([sql, parameters]);
    const known = planned.get(key) ?? (await plansOfOne(sql, parameters));
    planned.set(key, known);
    plans.push(...known);
  }
  return plans;
}

async function plansOfOne(sql: string, parameters: readonly unknown[]): Promise<readonly Plan[]> {
  const { rows } = await connection.pool.query<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(
    `explain (format json) ${sql}`,
    [...parameters],
  );
  return (rows[0]?.['QUERY PLAN'] ?? []).map(({ Plan: plan }) => plan);
}

const somebody = '01978e11-7c00-7590-b5a8-a948556b0c5f';

describe.each([...documents.roles.values()].map((role) => [role.code, role] as const))('%s', (_, role) => {
  it('opens no page that reads a large table as a whole', async () => {
    const caller = await holderOf(role);
    const faults: Record<string, readonly string[]> = {};
    for (const page of [...documents.pages.values()].filter(({ name }) => holds(role.menus, name))) {
      const queries = pageQueriesOf(pageSeen(page, caller, documents), documents, somebody);
      for (const { entity, body } of queries.filter((query) => holds(role.permissions, `${query.entity}:query`))) {
        const found = await faultsOf(entity, body, page, caller);
        if (found.length > 0) faults[`${page.name} ${entity}`] = found;
      }
    }
    expect(faults).toEqual({});
  });
});

it('merges no timeline of several sources by reading a large table as a whole', async () => {
  const faults: Record<string, readonly string[]> = {};
  const [admin] = [...documents.roles.values()].filter(({ code }) => code === 'admin');
  if (admin === undefined) throw new TypeError('no administrators');
  const caller = await holderOf(admin);
  let merged = 0;
  for (const page of documents.pages.values()) {
    if (page.kind !== 'panorama') continue;
    for (const tab of page.tabs) {
      if (tab.kind !== 'activity') continue;
      const [row] = await database.rows(`select id from ${page.entity} limit 1`);
      const sources = tab.sources.map(({ key }) => ({ key }));
      const body = { page: page.name, tab: tab.key, id: String(row?.id), sources };
      const found = await faultsOfCall(async (context) => activityOperations[0]?.run(body, context), caller);
      if (found.length > 0) faults[`${page.name} ${tab.key}`] = found;
      merged += 1;
    }
  }
  expect(merged).toBeGreaterThan(4);
  expect(faults).toEqual({});
});

it('asks on no page for more of a record than one call may', async () => {
  const operations = new Map(declaredOperations(documents).map((operation) => [operation.path, operation]));
  const shown = { ...documents, operations, creates: [], faults: [] };
  const admin = documents.roles.get('admin');
  if (admin === undefined) throw new TypeError('no administrators');
  const caller = await holderOf(admin);
  const refused: Record<string, unknown> = {};
  for (const page of documents.pages.values()) {
    if (page.kind !== 'panorama' && page.kind !== 'detail') continue;
    const view = page.kind === 'panorama' ? panoramaView(page, shown) : detailView(page, shown);
    const body = { id: somebody, fields: view?.fields ?? [] };
    const asked = (context: CallContext) => viewRow(modelOf(documents, page.entity), body, { ...context, page });
    // Nobody is there: what is asked for is looked at before that.
    const { code, detail } = Object(await faultsOfCall(asked, caller).catch((error: unknown) => error));
    if (code !== 'E_NOT_FOUND') refused[page.name] = detail ?? code;
  }
  expect(refused).toEqual({});
});

it.each(['academic', 'teacher'])('draws a week of sessions for a %s by an index', async (code) => {
  const [page, role] = [documents.pages.get('classSchedule'), documents.roles.get(code)];
  if (page === undefined || role === undefined) throw new TypeError('no timetable');
  const [from, to] = ['2026-11-22T16:00:00.000Z', '2026-11-29T16:00:00.000Z'];
  const begins = [
    { field: 'startAt', op: 'gte', value: '2026-11-15T16:00:00.000Z' },
    { field: 'startAt', op: 'lt', value: to },
  ];
  const still = {
    or: [
      { field: 'endAt', op: 'gte', value: from },
      { field: 'endAt', op: 'isNull' },
    ],
  };
  const fields = ['title', 'startAt', 'endAt', 'teacher.name', 'classroom.name', 'classType.name', 'seatNote'];
  const body = { size: 500, count: 'none', fields, where: { and: [...begins, still] }, sort: ['startAt'] };
  expect(await faultsOf('class_session', body, page, await holderOf(role))).toEqual([]);
});

it('what every signed-in page asks for from time to time reads no large table as a whole, whoever asks', async () => {
  const faults: Record<string, readonly string[]> = {};
  for (const role of documents.roles.values()) {
    const caller = await holderOf(role);
    const calls = { tenMinutes: tenMinuteLines, expiry: expiryLines };
    for (const [name, call] of Object.entries(calls)) {
      const found = await faultsOfCall(call, caller);
      if (found.length > 0) faults[`${role.code} ${name}`] = found;
    }
  }
  expect(faults).toEqual({});
});

it('ranks the students of a month by the index of its days, and reads no day before', async () => {
  await database.rows(
    `insert into study_daily_stat (id, stat_date, student_id, supervisor_id, supervisor_dept_id, score)
      select gen_random_uuid(), current_date - back, s.id, t.id, t.department_id, back
      from (select id, row_number() over (order by id) as n from student limit 20) s, generate_series(0, 800) back,
        lateral (select id, department_id from staff order by id offset s.n limit 1) t on conflict do nothing`,
  );
  await database.rows('analyze study_daily_stat');
  const dataset = documents.datasets.get('study_ranking');
  if (dataset === undefined) throw new TypeError('no such dataset');
  const [month] = await database.rows(
    `select (current_date - 30)::text as "startDate", current_date::text as "endDate"`,
  );
  for (const code of ['academic', 'supervisor', 'supervisor_leader']) {
    const role = documents.roles.get(code);
    if (role === undefined) throw new TypeError(code);
    const measures = ['place', 'score', 'studySeconds', 'accuracy', 'progress'];
    const body = { ...month, dimensions: ['student'], measures, top: 20 };
    await faultsOfCall((context) => queryDataset(dataset, body, context), await holderOf(role));
    const plans = await plansOf([...statements]);
    expect(plans.flatMap(scannedIn), code).not.toContain('study_daily_stat');
    const used = plans.flatMap(indexesIn).filter((name) => name.startsWith('study_daily_stat'));
    expect(used.length, code).toBeGreaterThan(0);
    // Each of them begins with the day.
    const byDay = /_(day_unique|stat_date_order)$/;
    if (code === 'academic') expect(used.filter((name) => !byDay.test(name))).toEqual([]);
  }
});

it.each([
  ['questionAskList', 'student_question', '-createdAt'],
  ['comment', 'comment', '-createdAt'],
  ['studyDailyStat', 'study_daily_stat', '-statDate'],
])('finds what is a supervisor’s in %s by an index of whose it is', async (name, entity, sort) => {
  const columns = await database.rows(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
      where table_name = $1 and is_generated = 'NEVER' and column_name not in ('id', 'supervisor_id')`,
    [entity],
  );
  const names = String(columns[0]?.names);
  const indexes = await database.rows(
    `select indexrelid::regclass::text as name from pg_index where indrelid = $1::regclass and indisunique
      and not indisprimary`,
    [entity],
  );
  // No day is built when the demo is filled.
  await database.rows(
    `insert into study_daily_stat (id, stat_date, student_id)
      select gen_random_uuid(), current_date, id from student where not exists (select from study_daily_stat) limit 20`,
  );
  // Copies stand for many rows, whatever may be there once.
  for (const index of indexes) await database.rows(`drop index ${String(index.name)}`);
  await database.rows(`insert into ${entity} (id, supervisor_id, ${names}) select gen_random_uuid(), s.id, ${names.replaceAll('created_by', 't.created_by')} from
    (select ${names} from ${entity} limit 20) t, generate_series(1, 120) copy, lateral (select id from staff order by id offset copy % 40 limit 1) s`);
  await database.rows(`analyze ${entity}`);
  planned.clear();
  const page = documents.pages.get(name);
  const role = documents.roles.get('supervisor');
  if (page === undefined || role === undefined) throw new TypeError('no such page or role');
  await faultsOf(entity, { size: 20, sort: [sort] }, page, await holderOf(role));
  const used = (await plansOf([...statements])).flatMap(indexesIn);
  expect(used).toContain(`${entity}_supervisor_index`);
});

const maxRead = (table: string) => maxRowsRead(connection.pool, [...statements], table);

it('asks from time to time for what waits without coming across the work orders that are over, whoever asks', async () => {
  const names = await copiedColumns(database, 'work_order', ['id', 'wo_no']);
  await database.rows(`insert into work_order (id, wo_no, ${names})
    select gen_random_uuid(), 'GX' || row_number() over (), ${names}
    from (select * from work_order where status = 'closed') t, generate_series(1, 150)`);
  await database.rows('analyze work_order');
  const [{ open } = {}] = await database.rows(`select count(*)::int as open from work_order where status <> 'closed'`);
  const asking = async (context: CallContext) => [await tenMinuteLines(context), await expiryLines(context)];
  for (const role of documents.roles.values()) {
    if (!holds(role.permissions, 'work_order:query')) continue;
    await faultsOfCall(asking, await holderOf(role));
    expect(statements.length, role.code).toBeGreaterThan(1);
    expect(await maxRead('work_order'), role.code).toBeLessThanOrEqual(Number(open));
  }
});

it('finds a question of a million by a piece of its stem, by the index of its letters', async () => {
  const anew = 'id question_no stem_text stem_hash created_at'.split(' ');
  const names = await copiedColumns(database, 'question', anew);
  await database.rows(`insert into question (id, question_no, stem_text, stem_hash, created_at, ${names})
    select gen_random_uuid(), 'SX' || n, '关于' || md5(n::text) || '的说法正确的是', md5(n::text), now() - n * interval '1 minute', ${names}
    from (select * from question where parent_id is null and status = 'published' limit 1) t, generate_series(1, 10000) n`);
  await database.rows('analyze question');
  await database.rows(`update pg_class set reltuples = 1000000 where oid = 'question'::regclass`);
  planned.clear();
  const [page, role] = [documents.pages.get('questionlist'), documents.roles.get('academic')];
  if (page === undefined || role === undefined) throw new TypeError('no page of questions');
  const [{ body = {} } = {}] = pageQueriesOf(page, documents, somebody);
  const [{ piece } = {}] = await database.rows(`select left(md5('17'), 12) as piece`);
  const search = { ...body, where: { search: piece } };
  expect(await faultsOf('question', search, page, await holderOf(role))).toEqual([]);
  const used = (await plansOf([...statements])).flatMap(indexesIn);
  expect(used).toContain('question_search_text_trigrams');
  expect(await maxRead('question')).toBeLessThan(50);
});

it('notices a list that has lost its index', async () => {
  await database.rows('drop index customer_created_index');
  planned.clear();
  const page = documents.pages.get('alllist');
  const role = documents.roles.get('admin');
  if (page === undefined || role === undefined) throw new TypeError('no such page or role');
  const [query] = pageQueriesOf(page, documents, somebody);
  expect(await faultsOf('customer', query?.body ?? {}, page, await holderOf(role))).not.toEqual([]);
});
