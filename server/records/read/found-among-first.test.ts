import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntityDocument, EntityField } from '../../../engine/model/documents/index.ts';
import type { QueryAnswer, Where } from '../../../engine/model/wire/index.ts';
import { connectDatabase } from '../../db/connection/connect.ts';
import type { Caller } from '../../kernel/caller/caller.ts';
import type { Database } from '../../kernel/database/db.ts';
import { modelOf } from '../../kernel/operation/context.ts';
import type { CallerOperation } from '../../kernel/operation/operation.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { startOperations, type TestOperations } from '../../testing/operations.ts';
import { foundAmongFirst } from './query.ts';

const field = (key: string, type: EntityField['type'], extra: Partial<EntityField> = {}): EntityField => ({
  key,
  title: key,
  type,
  ...extra,
});
const patient: EntityDocument = {
  ...{ schemaVersion: 2, name: 'patient', title: '病人', label: 'name', operations: ['query'] },
  access: { owner: ['doctorId'] },
  fields: [field('name', 'string', { searchable: true, maxLength: 40 }), field('doctorId', 'ref', { ref: 'staff' })],
};
const visit: EntityDocument = {
  ...{ schemaVersion: 2, name: 'visit', title: '就诊', label: 'code', operations: ['query'] },
  access: { owner: ['doctorId'] },
  fields: [
    field('code', 'string', { searchable: true, maxLength: 20 }),
    field('patientId', 'ref', { ref: 'patient', searchable: true }),
    field('doctorId', 'ref', { ref: 'staff' }),
  ],
  indexes: [{ key: 'doctorCreated', fields: ['doctorId', 'createdAt', 'id'] }],
};

const size = 3;
/** Asks for it as an operation would. */
const amongFirst: CallerOperation = {
  ...{ path: '/v1/visit/among/first', title: '', scope: 'visit', idempotency: 'none', audit: 'read', check: 'record' },
  access: { kind: 'signedIn' },
  ...{ input: {}, output: {} },
  run: async ({ where }, context) => ({
    // The test below gives it a filter.
    ids: await foundAmongFirst(modelOf(context.documents, 'visit'), { where: where as Where, size }, context),
  }),
};

let clinic: TestOperations;
let codes: ReadonlyMap<string, string>;
const visits = 12_000;
beforeAll(async () => {
  clinic = await startOperations([patient, visit], { further: () => [amongFirst] });
  const { staffId } = clinic.caller();
  const other = await clinic.records.insert('staff', { name: '别人' });
  // Of ten patients one is called 王; 司 comes with every thousandth visit, 欧阳 came long ago only. One visit of a hundred
  // is another doctor's.
  await clinic.database.rows(
    `insert into patient (id, name, doctor_id)
      select gen_random_uuid(), case when i % 10 = 0 then '王' when i = 1503 then '欧阳' when i = 777 then '司' else '李' end || i, $1 from generate_series(1, 2000) i`,
    [staffId],
  );
  await clinic.database.rows(
    `insert into visit (id, code, patient_id, doctor_id, created_at)
      select gen_random_uuid(), 'V' || i, p.id, case when i % 100 = 0 then $2::uuid else $1::uuid end,
        timestamptz '2026-01-01' + i * interval '1 minute'
      from generate_series(1, ${visits}) i join (select id, substring(name from '[0-9]+')::int as n from patient) p on p.n = case when i < 2000 then i else i % 1000 + 1 end`,
    [staffId, other],
  );
  await clinic.database.rows('analyze patient');
  await clinic.database.rows('analyze visit');
  const rows = await clinic.database.rows('select id, code from visit');
  codes = new Map(rows.map(({ id, code }) => [String(id), String(code)]));
}, 60_000);
afterAll(() => clinic.close());

async function among(where: Values, who?: Caller, db?: Kysely<Database>): Promise<readonly unknown[] | undefined> {
  const { ids } = await clinic.run<{ ids?: readonly string[] }>(
    amongFirst.path,
    { where },
    who,
    db === undefined ? {} : { db },
  );
  return ids?.map((id) => codes.get(id));
}

/** What the list itself answers. */
async function listed(where: Values, who?: Caller): Promise<readonly unknown[]> {
  const body = { where, fields: ['code'], size, count: 'none' };
  const { list } = await clinic.run<{ list: readonly Values[] }>('/v1/visit/query', body, who);
  return list.map(({ code }) => code);
}

describe('a list of what a text finds', () => {
  let connection: ReturnType<typeof connectDatabase>;
  let ask: (search: Where | string, count?: string) => Promise<Values>;
  beforeAll(() => {
    connection = connectDatabase({ url: clinic.database.appUrl, max: 1 });
    const asked: string[] = [];
    const dialect = new PostgresDialect({ pool: connection.pool });
    const db = new Kysely<Database>({ dialect, log: ({ query }) => void asked.push(query.sql) });
    ask = async (search, count = 'capped') => {
      asked.length = 0;
      const where = typeof search === 'string' ? { search } : search;
      const body = { where, fields: ['code'], size, count };
      const { total, totalIsCapped, list } = await clinic.run<QueryAnswer>('/v1/visit/query', body, undefined, { db });
      const counting = asked.filter((text) => text.includes('count(*)')).length;
      return { total, totalIsCapped, codes: list.map(({ code }) => code), counting, statements: asked.length };
    };
  });
  afterAll(() => connection.close());

  /** The newest visits whose patient is called so, and how many there are. */
  async function visitsOf(name: string): Promise<{ readonly codes: readonly unknown[]; readonly total: number }> {
    const rows = await clinic.database.rows(
      'select code from visit join patient p on p.id = patient_id where p.name like $1 order by visit.created_at desc',
      [`${name}%`],
    );
    return { codes: rows.slice(0, size).map(({ code }) => code), total: rows.length };
  }

  it('is counted once: of too many, while they are collected, and not with the page again', async () => {
    const few = { field: 'code', op: 'contains', value: 'V2900' } as const;
    expect(await ask(few)).toMatchObject({ total: 1, statements: 1 });
    const many = await ask({ field: 'code', op: 'contains', value: 'V' });
    expect(many).toMatchObject({ total: 1000, totalIsCapped: true, counting: 1, statements: 2 });
    expect(many.codes).toEqual(await listed({ search: 'v' }));
    expect(await ask('v', 'exact')).toMatchObject({ total: visits, totalIsCapped: false });
  });

  it('of a text that very many hold is read from the beginning of the list, in one statement with the count', async () => {
    const truth = await visitsOf('王');
    expect(truth.total).toBeGreaterThan(1000);
    expect(await ask('王')).toEqual({
      ...{ total: 1000, totalIsCapped: true, codes: truth.codes },
      ...{ counting: 1, statements: 1 },
    });
    expect(await ask('王', 'none')).toMatchObject({ total: null, codes: truth.codes, statements: 1 });
    expect(await ask('王', 'exact')).toMatchObject({ total: truth.total, codes: truth.codes });
  });

  it('of a short text that few hold is looked for among all', async () => {
    for (const name of ['司', '欧']) {
      const truth = await visitsOf(name);
      expect(truth.total).toBeGreaterThan(0);
      expect(await ask(name)).toMatchObject({ ...truth, totalIsCapped: false });
    }
    expect(await ask('无')).toMatchObject({ total: 0, codes: [] });
  });

  it('within what is reached alone', async () => {
    const [row] = await clinic.database.rows("select id from staff where name = '别人'");
    const few = clinic.caller({ staffId: String(row?.id), dataScope: 'self' });
    const { total } = await clinic.run<QueryAnswer>(
      '/v1/visit/query',
      { where: { search: 'v' }, fields: [], size },
      few,
    );
    expect(total).toBe(visits / 100);
  });
});

describe('among the rows a list begins with', () => {
  it('what many are found by is the first of them all', async () => {
    const found = await among({ search: '王' });
    expect(found).toHaveLength(size);
    expect(found).toEqual(await listed({ search: '王' }));
  });

  it('what few are found by is looked for further on', async () => {
    const found = await among({ search: '司' });
    expect(found).toHaveLength(size);
    expect(found).toEqual(await listed({ search: '司' }));
  });

  it('either way: by their own texts and by what they refer to', async () => {
    for (const search of ['v29', '李1'])
      expect([search, await among({ search })]).toEqual([search, await listed({ search })]);
  });

  it('nothing is said where older ones may be found, too', async () => {
    expect(await listed({ search: '欧阳' })).not.toEqual([]);
    expect(await among({ search: '欧阳' })).toBeUndefined();
    expect(await among({ search: 'nobody' })).toBeUndefined();
  });

  it('all is said of a short list', async () => {
    const [row] = await clinic.database.rows("select id from staff where name = '别人'");
    const few = clinic.caller({ staffId: String(row?.id), dataScope: 'self' });
    // He reaches his visits, not those who came.
    expect(await among({ search: '王' }, few)).toEqual([]);
    expect(await among({ search: 'V2900' }, few)).toEqual(['V2900']);
    expect(await among({ search: 'v' }, few)).toEqual(await listed({ search: 'v' }, few));
  });

  it('no more rows are looked at than it takes, and of those referred to no more than of the list', async () => {
    const connection = connectDatabase({ url: clinic.database.appUrl, max: 1 });
    const asked: CompiledQuery[] = [];
    const dialect = new PostgresDialect({ pool: connection.pool });
    const db = new Kysely<Database>({ dialect, log: ({ query }) => void asked.push(query) });
    await among({ search: '王' }, undefined, db);
    expect(asked).toHaveLength(1);
    const [query] = asked;
    const { rows } = await connection.pool.query(`explain (analyze, format json) ${query?.sql}`, [
      ...(query?.parameters ?? []),
    ]);
    await connection.close();
    const plan = nodesIn(rows[0]?.['QUERY PLAN']);
    // One of ten is wanted: four are found long before the end.
    const walked = plan
      .filter((node) => node['Subplan Name'] === 'CTE found')
      .map((node) => Number(node['Actual Rows']));
    expect(walked).toHaveLength(1);
    expect(walked[0]).toBeLessThan(200);
    const nodes = plan.filter((node) => node['Relation Name'] === 'patient');
    expect(nodes.length).toBeGreaterThan(0);
    const loops = nodes.map((node) => [node['Node Type'], Number(node['Actual Rows']) <= 1]);
    expect(loops).toEqual(nodes.map((node) => [node['Node Type'], true]));
  });
});

type Node = Readonly<Record<string, unknown>>;

/** The nodes of a plan, those below them too. */
function nodesIn(value: unknown): readonly Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  if (typeof value !== 'object' || value === null) return [];
  const node: Node = { ...value };
  return [...('Node Type' in node ? [node] : []), ...Object.values(node).flatMap(nodesIn)];
}
