import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntityDocument } from '../../../engine/model/documents/index.ts';
import { loadDocuments } from '../../../engine/model/load/index.ts';
import { weekdaysOnly } from '../../../engine/model/time/index.ts';
import { type Connection, connectDatabase } from '../../db/connection/connect.ts';
import { createIndexes, createTables } from '../../db/tables/tables.ts';
import type { Caller, DataScope } from '../../kernel/caller/caller.ts';
import { createProtection } from '../../kernel/crypto/protection.ts';
import type { Database } from '../../kernel/database/db.ts';
import { modelOf } from '../../kernel/operation/context.ts';
import { noServices } from '../../seed/no-services.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { queryRows } from './query.ts';

const isDeep = process.env.TEST_DEPTH === 'deep';
// PostgreSQL samples 30,000 rows for its statistics: of so many it looks at each, and plans the same every time.
const rows = isDeep ? 300_000 : 30_000;

const documents: readonly EntityDocument[] = [
  {
    schemaVersion: 2,
    name: 'branch',
    title: '分店',
    label: 'name',
    operations: ['query'],
    fields: [{ key: 'name', title: '名称', type: 'string' }],
  },
  {
    schemaVersion: 2,
    name: 'clerk',
    title: '店员',
    label: 'name',
    people: true,
    operations: ['query'],
    fields: [{ key: 'name', title: '姓名', type: 'string' }],
  },
  {
    schemaVersion: 2,
    name: 'guest',
    title: '来客',
    label: 'name',
    operations: ['query'],
    fields: [
      { key: 'code', title: '编号', type: 'string', maxLength: 20, unique: true, searchable: true },
      { key: 'name', title: '姓名', type: 'string', maxLength: 20, searchable: true, pinyin: true },
      { key: 'phone', title: '电话', type: 'mobile', mask: 'mobile', searchable: true },
      { key: 'nextAt', title: '下次', type: 'datetime', sortable: true },
      { key: 'visits', title: '次数', type: 'int', required: true, sortable: true, defaultValue: '0' },
      { key: 'clerkId', title: '店员', type: 'ref', ref: 'clerk' },
      { key: 'branchId', title: '分店', type: 'ref', ref: 'branch' },
    ],
    access: { owner: ['clerkId'], department: ['branchId'] },
    indexes: [
      { key: 'clerkCreated', fields: ['clerkId', 'createdAt', 'id'] },
      { key: 'branchCreated', fields: ['branchId', 'createdAt', 'id'] },
    ],
  },
];

const loaded = loadDocuments(
  documents.map((document) => ({ file: `entities/${document.name}.json`, text: JSON.stringify(document) })),
).documents;
const model = modelOf(loaded, 'guest');
const person = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

let database: TestDatabase;
let connection: Connection;
let db: Kysely<Database>;
const statements: { readonly sql: string; readonly parameters: readonly unknown[] }[] = [];

beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
  await createTables({ urls: database, documents: loaded, migrations: [] });
  await database.rows(`insert into clerk (id, name) select ('00000000-0000-4000-8000-' || lpad(i::text, 12, '0'))::uuid, 'c' || i
    from generate_series(0, 199) i`);
  await database.rows(`insert into branch (id, name) select id, name from clerk limit 20`);
  await database.rows(`insert into guest (id, code, name, name_pinyin, created_at, next_at, visits, clerk_id, branch_id)
    select gen_random_uuid(), 'KH' || lpad(i::text, 8, '0'), chr(19968 + i % 1500) || chr(20000 + (i * 7) % 3000) || chr(21000 + (i * 13) % 2000),
      'zhang' || (i % 700) || ' z' || (i % 700), timestamptz '2026-01-01' + i * interval '1 minute',
      case when i % 3 = 0 then null else timestamptz '2026-06-01' + (i * 7919 % ${rows}) * interval '1 minute' end, i * 7 / 3 % 40,
      ('00000000-0000-4000-8000-' || lpad((i % 200)::text, 12, '0'))::uuid, ('00000000-0000-4000-8000-' || lpad((case when i % 20 < 15 then i % 20 else 19 end)::text, 12, '0'))::uuid
    from generate_series(1, ${rows}) i`);
  await createIndexes({ urls: database, documents: loaded });
  await database.rows('vacuum analyze guest');
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

const twoBranches = [person(1), person(2)];

function caller(dataScope: DataScope, branches: readonly string[]): Caller {
  return {
    sessionId: person(1),
    staffId: person(1),
    name: '店员',
    departmentId: person(1),
    dataScope,
    departmentIds: dataScope === 'department' ? branches : [],
    projectIds: [],
    grants: new Set(['*']),
    menus: new Set(['*']),
    // Who sees it masked looks a number up, which is counted and written down; the plan is the same.
    maskModes: new Map([['mobile', 'plain']]),
    ip: '127.0.0.1',
  };
}

type Plan = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
};

const query = (body: Readonly<Record<string, unknown>>, scope: DataScope, branches = twoBranches) =>
  queryRows(model, body, {
    documents: loaded,
    db,
    protection: createProtection(database.secretKey),
    userAttributes: new Map(),
    services: noServices,
    caller: caller(scope, branches),
    page: undefined,
    now: '2026-06-01T00:00:00.000Z',
    calendar: weekdaysOnly,
    requestId: 'plans',
    idempotencyKey: undefined,
  } as Parameters<typeof queryRows>[2]);

/** Runs a query and answers how its statements read the guests. */
async function scans(
  body: Readonly<Record<string, unknown>>,
  scope: DataScope,
  branches = twoBranches,
): Promise<readonly Plan[]> {
  statements.length = 0;
  await query(body, scope, branches);
  const made = [...statements];
  const plans: Plan[] = [];
  for (const { sql, parameters } of made) {
    const { rows: answer } = await connection.pool.query<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(
      `explain (analyze, timing off, format json) ${sql}`,
      [...parameters],
    );
    const walk = (plan: Plan): void => {
      plans.push(plan);
      for (const inner of plan.Plans ?? []) walk(inner);
    };
    for (const { Plan: plan } of answer[0]?.['QUERY PLAN'] ?? []) walk(plan);
  }
  return plans;
}

const touched = (plans: readonly Plan[]) =>
  Math.max(
    ...plans
      .filter((plan) => plan['Relation Name'] === 'guest' || plan['Node Type'].includes('Index'))
      .map((plan) => (plan['Actual Rows'] ?? 0) + (plan['Rows Removed by Filter'] ?? 0)),
  );

const usual = { size: 20, fields: ['name', 'clerkId', 'nextAt'] };

describe.each(['all', 'department', 'self'] as const)('a list of scope %s', (scope) => {
  it.each([['-createdAt'], ['createdAt'], ['-nextAt'], ['nextAt'], ['-visits'], ['visits']])(
    'sorted by %s reads an index, on its first page, a deep one and the last',
    async (sort) => {
      const body = { ...usual, sort: [sort] };
      const { next } = await query({ ...body, cursor: 'row:900' }, scope);
      for (const cursor of [undefined, 'row:400', 'last', ...(next === null ? [] : [next])]) {
        const plans = await scans({ ...body, cursor }, scope);
        expect(plans.filter((plan) => plan['Node Type'] === 'Seq Scan' && plan['Relation Name'] === 'guest')).toEqual(
          [],
        );
        // A department has a tenth of the rows, which lie scattered among the others'.
        expect(touched(plans)).toBeLessThan(scope === 'department' ? rows * 0.4 : 1500);
      }
    },
  );

  it.each([
    ['one character', '丐'],
    ['two characters', '丐乖'],
    ['three characters', '一丁丂'],
    ['five letters', 'ang31'],
    ['eight figures', '00012345'],
    ['initials', 'z31'],
    ['a whole number', '13712345678'],
  ])('reads an index for %s', async (_, search) => {
    const plans = await scans({ ...usual, where: { search } }, scope);
    expect(plans.filter((plan) => plan['Node Type'] === 'Seq Scan' && plan['Relation Name'] === 'guest')).toEqual([]);
  });
});

describe('a list of one department and of what is one’s own', () => {
  const mine = { ...usual, sort: ['-createdAt'] };
  /** A quarter of all rows. */
  const large = [person(19)];

  it('reads the first rows of each by its index, not the rows of everybody until there are enough', async () => {
    const plans = await scans(mine, 'department', large);
    expect(touched(plans)).toBeLessThan(2000);
  });

  it('shows and counts a row once that is of the department and one’s own', async () => {
    // Of the second branch no row is one's own.
    for (const asked of [[person(1)], [person(2)]]) {
      const where = { field: 'visits', op: 'gte', value: 36 };
      const { list, total } = await query({ ...mine, where, size: 1000 }, 'department', asked);
      const [counted] = await database.rows(
        `select count(*)::int as n from guest where visits >= 36 and (clerk_id = $1 or branch_id = $2)`,
        [person(1), asked[0]],
      );
      expect([total, new Set(list.map(({ id }) => id)).size]).toEqual([counted?.n, list.length]);
      expect(list).toHaveLength(Number(counted?.n));
    }
  });
});

it('costs at row 30,000 what it costs on page 1, where many share a value too', async () => {
  const first = await query({ ...usual, sort: ['-visits'], cursor: 'value:10' }, 'all');
  const plans = await scans({ ...usual, sort: ['-visits'], count: 'none', cursor: first.next ?? '' }, 'all');
  expect(touched(plans)).toBeLessThan(100);
});

it('stops counting a broad list early', async () => {
  const plans = await scans({ ...usual, where: { field: 'visits', op: 'gte', value: 5 } }, 'all');
  expect(touched(plans)).toBeLessThan(2000);
});
