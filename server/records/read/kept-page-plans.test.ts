import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EntityDocument } from '../../../engine/model/documents/index.ts';
import { loadDocuments } from '../../../engine/model/load/index.ts';
import { weekdaysOnly } from '../../../engine/model/time/index.ts';
import { userOf } from '../../db/bootstrap/bootstrap.ts';
import { type Connection, connectDatabase } from '../../db/connection/connect.ts';
import { createIndexes, createTables } from '../../db/tables/tables.ts';
import type { Caller } from '../../kernel/caller/caller.ts';
import { createProtection } from '../../kernel/crypto/protection.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import { noServices } from '../../seed/no-services.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { queryRows } from './query.ts';

/*
 * One list, opened again and again in one session by two people of whom one has ten rows and the other two hundred
 * thousand: what each run of the product's own statements touches is told by the database as it runs them.
 */

const documents: readonly EntityDocument[] = [
  ...['branch', 'clerk'].map((name) => ({
    schemaVersion: 2 as const,
    name,
    title: name,
    label: 'name',
    ...(name === 'clerk' ? { people: true as const } : {}),
    operations: ['query' as const],
    fields: [{ key: 'name', title: '名称', type: 'string' as const }],
  })),
  {
    schemaVersion: 2,
    name: 'guest',
    title: '来客',
    label: 'name',
    operations: ['query'],
    fields: [
      { key: 'name', title: '姓名', type: 'string' },
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
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Two people by the branches they reach: of the one's there are ten guests, the oldest; of the other's most. */
const few = { staffId: uuid(901), branches: [uuid(21), uuid(22)] };
const many = { staffId: uuid(902), branches: [uuid(1), uuid(2)] };
type Person = typeof few;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
  await createTables({ urls: database, documents: loaded, migrations: [] });
  const id = (n: string) => `('00000000-0000-4000-8000-' || lpad((${n})::text, 12, '0'))::uuid`;
  for (const table of ['branch', 'clerk'])
    await database.rows(`insert into ${table} (id, name) select ${id('i')}, i from generate_series(0, 999) i`);
  // Every fifth guest is of one of eighteen other branches.
  await database.rows(`insert into guest (id, name, created_at, clerk_id, branch_id)
    select gen_random_uuid(), 'g' || i, timestamptz '2026-01-01' + i * interval '1 minute', ${id('i % 900')},
      ${id('case when i <= 10 then 21 + i % 2 when i % 5 = 0 then 3 + i % 18 else 1 + i % 2 end')}
    from generate_series(1, 250000) i`);
  await createIndexes({ urls: database, documents: loaded });
  await database.rows('vacuum analyze');
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_buffers': 'on',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
  };
  for (const [name, value] of Object.entries(settings))
    await database.rows(`alter role ${userOf(database.appUrl)} in database ${database.name} set ${name} = '${value}'`);
});

afterAll(() => database.drop());

type Told = { readonly Plan: { readonly 'Shared Hit Blocks': number; readonly 'Shared Read Blocks': number } };

/** Opens the list as one person and another in one session, and tells what it answered and the blocks it touched. */
class Session {
  readonly #connection: Connection;
  #touched = 0;

  constructor(options = '') {
    const url = new URL(database.appUrl);
    if (options !== '') url.searchParams.set('options', options);
    this.#connection = connectDatabase({ url: url.href, max: 1 });
    this.#connection.pool.on('connect', (client: pg.PoolClient) =>
      client.on('notice', ({ message = '' }) => {
        const [, plan] = /^duration: .* plan:\n(.*)$/s.exec(message) ?? [];
        if (plan !== undefined) this.#add(JSON.parse(plan));
      }),
    );
  }

  #add({ Plan: plan }: Told): void {
    this.#touched += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  }

  async open(person: Person): Promise<{ readonly names: readonly unknown[]; readonly touched: number }> {
    this.#touched = 0;
    const body = { size: 20, fields: ['name', 'clerkId'], sort: ['-createdAt'] };
    const { list } = await queryRows(modelOf(loaded, 'guest'), body, contextOf(person, this.#connection));
    expect(this.#touched).toBeGreaterThan(0);
    return { names: list.map(({ name }) => name), touched: this.#touched };
  }

  close(): Promise<void> {
    return this.#connection.close();
  }
}

const callers = new Map<Person, Caller>();

/** The same caller each time, as the server keeps what it worked out of one. */
function callerOf(person: Person): Caller {
  const caller: Caller = callers.get(person) ?? {
    sessionId: person.staffId,
    staffId: person.staffId,
    name: '店员',
    departmentId: person.branches[0] ?? '',
    dataScope: 'department',
    departmentIds: person.branches,
    projectIds: [],
    grants: new Set(['*']),
    menus: new Set(['*']),
    maskModes: new Map(),
    ip: '127.0.0.1',
  };
  callers.set(person, caller);
  return caller;
}

function contextOf(person: Person, { db }: Connection): CallContext {
  return {
    documents: loaded,
    db,
    protection: createProtection(database.secretKey),
    userAttributes: new Map(),
    services: noServices,
    caller: callerOf(person),
    page: undefined,
    now: '2026-06-01T00:00:00.000Z',
    calendar: weekdaysOnly,
    requestId: 'plans',
    idempotencyKey: undefined,
  };
}

/** What the first page shows, asked plainly. */
async function firstOf({ staffId, branches }: Person): Promise<readonly unknown[]> {
  const rows = await database.rows(
    `select name from guest where clerk_id = $1 or branch_id = any($2) order by created_at desc limit 20`,
    [staffId, branches],
  );
  return rows.map(({ name }) => name);
}

/** The fewest blocks that a plan for one's own values touches: along an index in the list's order, or rows found and sorted. */
async function leastTouched(person: Person): Promise<number> {
  const ways = [
    '',
    '-c enable_sort=off -c enable_bitmapscan=off',
    '-c enable_indexscan=off -c enable_indexonlyscan=off',
  ];
  const touched: number[] = [];
  for (const way of ways) {
    const session = new Session(way);
    touched.push((await session.open(person)).touched);
    await session.close();
  }
  return Math.min(...touched);
}

it.each([
  ['one after the other, few first', [...Array(10).fill(few), ...Array(10).fill(many)]],
  ['one after the other, many first', [...Array(10).fill(many), ...Array(10).fill(few)]],
  ['in turns', Array.from({ length: 20 }, (_, time) => (time % 2 === 0 ? few : many))],
] satisfies readonly (readonly [string, readonly Person[]])[])(
  'keeps answering each his rows by a plan of his own: %s',
  async (_, people) => {
    const [wanted, least] = [new Map<Person, readonly unknown[]>(), new Map<Person, number>()];
    for (const person of [few, many]) {
      wanted.set(person, await firstOf(person));
      least.set(person, await leastTouched(person));
    }
    expect(wanted.get(few)).toHaveLength(10);
    expect(wanted.get(many)).toHaveLength(20);
    const session = new Session();
    const ratios: number[] = [];
    for (const person of people) {
      const { names, touched } = await session.open(person);
      expect(names).toEqual(wanted.get(person));
      ratios.push(touched / (least.get(person) ?? 0));
    }
    await session.close();
    expect(Math.max(...ratios)).toBeLessThanOrEqual(1.3);
  },
);
