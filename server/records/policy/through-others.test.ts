import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntityDocument, EntityField, PageDocument } from '../../../engine/model/documents/index.ts';
import { connectDatabase } from '../../db/connection/connect.ts';
import type { Caller } from '../../kernel/caller/caller.ts';
import type { Database } from '../../kernel/database/db.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { startOperations, type TestOperations } from '../../testing/operations.ts';

const field = (key: string, type: EntityField['type'], extra: Partial<EntityField> = {}): EntityField => ({
  key,
  title: key,
  type,
  ...extra,
});
const base = { schemaVersion: 2 as const, label: 'name' };

const department: EntityDocument = {
  ...base,
  ...{ name: 'department', title: '科室', operations: ['query'], fields: [field('name', 'string')] },
};
const patient: EntityDocument = {
  ...base,
  name: 'patient',
  title: '病人',
  operations: ['query', 'view', 'create', 'modify', 'delete', 'group', 'history'],
  fields: [
    field('name', 'string', { required: true, searchable: true, sortable: true }),
    field('ownerId', 'ref', { ref: 'staff' }),
    field('departmentId', 'ref', { ref: 'department' }),
    field('relativeId', 'ref', { ref: 'staff' }),
    field('state', 'enum', { dictionary: 'patient_state', required: true, readonly: true }),
  ],
  access: {
    owner: ['ownerId'],
    department: ['departmentId'],
    through: [{ entity: 'visit', by: 'patientId', owner: ['doctorId'], department: ['departmentId'] }],
    hiddenFrom: ['relativeId'],
    reserved: [{ key: 'known', title: '名人', where: { name: ['蒋', '沈'] }, permission: 'patient:read_known' }],
    scopes: [{ key: 'ward', title: '病房', when: 'true', permission: 'patient:scope:ward' }],
  },
  states: [
    {
      ...{ key: 'flow', field: 'state', initial: ['ill'], editable: { '*': '*' } },
      transitions: [{ key: 'cure', title: '治愈', from: ['ill'], to: 'well', permission: 'patient:cure' }],
    },
  ],
  indexes: [
    { key: 'owner', fields: ['ownerId'] },
    { key: 'department', fields: ['departmentId'] },
  ],
};
const visit: EntityDocument = {
  ...base,
  name: 'visit',
  title: '就诊',
  operations: ['query', 'create', 'delete'],
  fields: [
    field('name', 'string', { required: true }),
    field('patientId', 'ref', { ref: 'patient', required: true }),
    field('doctorId', 'ref', { ref: 'staff' }),
    field('departmentId', 'ref', { ref: 'department' }),
  ],
  indexes: [
    { key: 'doctor', fields: ['doctorId', 'patientId'] },
    { key: 'department', fields: ['departmentId', 'patientId'] },
  ],
};
const states = {
  ...{ schemaVersion: 2 as const, name: 'patient_state', title: '状态' },
  values: ['ill', 'well'].map((key) => ({ key, title: key })),
};

let clinic: TestOperations;
let doctors: readonly string[];
let wards: readonly string[];
type Id = { readonly id: string };

beforeAll(async () => {
  clinic = await startOperations([department, patient, visit], { dictionaries: [states] });
  const many = async (entity: string, names: readonly string[]) => {
    const ids: string[] = [];
    for (const name of names) ids.push(await clinic.records.insert(entity, { name }));
    return ids;
  };
  doctors = await many('staff', ['甲', '乙', '丙']);
  wards = await many('department', ['内科', '外科', '儿科']);
}, 60_000);
afterAll(() => clinic.close());

const doctor = (at: number, over: Partial<Caller> = {}) =>
  clinic.caller({ staffId: doctors[at] ?? '', dataScope: 'self', ...over });
const names = async (who: Caller, over = {}, where?: unknown) => {
  const body = {
    fields: ['name'],
    sort: ['name'],
    size: 100,
    count: 'exact',
    ...(where === undefined ? {} : { where }),
  };
  const answer = await clinic.run<{ list: readonly Values[]; total: number }>('/v1/patient/query', body, who, over);
  expect(answer.total).toBe(answer.list.length);
  return answer.list.map(({ name }) => name);
};
const made = async (name: string, more: Values = {}) =>
  (await clinic.run<Id>('/v1/patient/create', { name, ...more })).id;
const seen = async (patientId: string, more: Values) =>
  (await clinic.run<Id>('/v1/visit/create', { name: '门诊', patientId, ...more })).id;
const outcome = async (path: string, body: Values, who: Caller) =>
  clinic.run(path, body, who).then(
    () => 'done',
    (error: { readonly code: string }) => error.code,
  );

/** Every way that takes one row. */
const doors = [
  ['/v1/patient/view', {}],
  ['/v1/patient/history', {}],
  ['/v1/patient/modify', { version: 1, name: '改' }],
  ['/v1/patient/cure', {}],
  ['/v1/patient/delete', {}],
] as const;

describe('a row belongs to whoever the rows that refer to it belong to', () => {
  it('in lists, and by every way that takes one row', async () => {
    const [mine, others] = [await made('赵'), await made('钱')];
    await seen(mine, { doctorId: doctors[0] });
    await seen(others, { doctorId: doctors[1] });
    expect(await names(doctor(0))).toEqual(['赵']);
    for (const [path, body] of doors) {
      expect(await outcome(path, { id: others, ...body }, doctor(0)), path).toBe('E_NOT_FOUND');
      expect(await outcome(path, { id: mine, ...body }, doctor(0)), path).toBe('done');
    }
    // And as a name beside what refers to it.
    const relations = await clinic.run<{ list: readonly Values[] }>(
      '/v1/visit/query',
      { fields: ['patientId', 'patient.name'] },
      doctor(1),
    );
    expect(relations.list.map((row) => Reflect.get(Object(row.patient), 'name'))).toEqual(
      expect.arrayContaining(['钱']),
    );
    expect(JSON.stringify(relations.list)).not.toContain('改');
  });

  it('no longer once such a row is deleted, and beside what belongs to him by itself', async () => {
    const own = await made('孙', { ownerId: doctors[2] });
    const shared = await made('李');
    const row = await seen(shared, { doctorId: doctors[2] });
    await seen(own, { doctorId: doctors[2] });
    expect(await names(doctor(2))).toEqual(['孙', '李'].toSorted());
    await clinic.run('/v1/visit/delete', { id: row });
    expect(await names(doctor(2))).toEqual(['孙']);
    expect(await names(doctor(2), {}, { field: 'name', op: 'eq', value: '李' })).toEqual([]);
  });

  it('and to their departments, for who reaches those', async () => {
    const [ward, other, third] = wards;
    const patients = { by: await made('周', { departmentId: ward }), at: await made('吴'), far: await made('郑') };
    await seen(patients.at, { departmentId: ward });
    await seen(patients.far, { departmentId: other });
    const head = (ids: readonly (string | undefined)[]) =>
      doctor(2, { dataScope: 'custom', departmentIds: ids.map(String) });
    expect(await names(head([ward]))).toEqual(['孙', '吴', '周'].toSorted());
    expect(await names(head([third]))).toEqual(['孙']);
    const page = (scope: string) =>
      ({
        ...{ schemaVersion: 2, name: 'patients', path: '/p', title: '病人', kind: 'list', entity: 'patient', scope },
        ...{ api: { query: '/v1/patient/query' }, columns: [{ key: 'name' }] },
      }) as PageDocument;
    expect(await names(head([ward]), { page: page('department') })).toEqual(['吴', '周'].toSorted());
    expect(await names(head([ward]), { page: page('mine') })).toEqual(['孙']);
    expect(await names(doctor(2, { dataScope: 'all' }), { page: page('mine') })).toEqual(['孙']);
  });
});

it('a row hidden from somebody is there for nobody but him: by no way, on no page, however far he reaches', async () => {
  const hidden = await made('王', { ownerId: doctors[0], departmentId: wards[0], relativeId: doctors[0] });
  const open = await made('冯', { ownerId: doctors[0], departmentId: wards[0], relativeId: doctors[1] });
  for (const patientId of [hidden, open]) await seen(patientId, { doctorId: doctors[0], departmentId: wards[0] });
  const page = (scope: string) =>
    ({
      ...{ schemaVersion: 2, name: 'patients', path: '/p', title: '病人', kind: 'list', entity: 'patient', scope },
      ...{ api: { query: '/v1/patient/query' }, columns: [{ key: 'name' }] },
    }) as PageDocument;
  const two = { field: 'name', op: 'in', value: ['王', '冯'] };
  for (const dataScope of ['self', 'custom', 'all'] as const) {
    const who = doctor(0, { dataScope, departmentIds: [String(wards[0])] });
    expect(await names(who, {}, two)).toEqual(['冯']);
    // Who reaches all departments has one of his own on such a page, which these are not of.
    for (const scope of ['mine', 'all', 'ward', ...(dataScope === 'custom' ? ['department'] : [])])
      expect(await names(who, { page: page(scope) }, two), `${dataScope} ${scope}`).toEqual(['冯']);
    for (const [path, body] of doors)
      expect(await outcome(path, { id: hidden, ...body }, who), path).toBe('E_NOT_FOUND');
    const groups = await clinic.run<{ total: { count: number } }>(
      '/v1/patient/group',
      { by: 'state', where: two },
      who,
    );
    expect(groups.total.count).toBe(1);
    const visits = await clinic.run('/v1/visit/query', { fields: ['patientId', 'patient.name'], size: 100 }, who);
    expect(JSON.stringify(visits)).toContain('冯');
    expect(JSON.stringify(visits)).not.toContain('王');
  }
  // Whoever else reaches it sees it.
  expect(await names(doctor(1, { dataScope: 'all' }), {}, two)).toEqual(['王']);
});

it('reserved rows are there for their owners and who holds the key: by no other way, on no page, however far he reaches', async () => {
  const kept = await made('蒋', { ownerId: doctors[1], departmentId: wards[0] });
  const own = await made('沈', { ownerId: doctors[0], departmentId: wards[0] });
  const open = await made('韩', { ownerId: doctors[1], departmentId: wards[0] });
  for (const patientId of [kept, own, open]) await seen(patientId, { doctorId: doctors[1], departmentId: wards[0] });
  const page = (scope: string) =>
    ({
      ...{ schemaVersion: 2, name: 'patients', path: '/p', title: '病人', kind: 'list', entity: 'patient', scope },
      ...{ api: { query: '/v1/patient/query' }, columns: [{ key: 'name' }] },
    }) as PageDocument;
  const three = { field: 'name', op: 'in', value: ['蒋', '沈', '韩'] };
  const verbs = ['query', 'get', 'edit', 'cure', 'delete', 'scope:ward'];
  const grants = new Set(['visit:query', ...verbs.map((verb) => `patient:${verb}`)]);
  for (const dataScope of ['custom', 'all'] as const) {
    const who = doctor(0, { dataScope, departmentIds: [String(wards[0])], grants });
    expect(await names(who, {}, three)).toEqual(['沈', '韩'].toSorted());
    for (const scope of ['all', 'ward'])
      expect(await names(who, { page: page(scope) }, three), `${dataScope} ${scope}`).toEqual(['沈', '韩'].toSorted());
    for (const [path, body] of doors) expect(await outcome(path, { id: kept, ...body }, who), path).toBe('E_NOT_FOUND');
    const visits = await clinic.run('/v1/visit/query', { fields: ['patientId', 'patient.name'], size: 100 }, who);
    expect(JSON.stringify(visits)).toContain('韩');
    expect(JSON.stringify(visits)).not.toContain('蒋');
  }
  const holder = { dataScope: 'all', grants: new Set([...grants, 'patient:read_known']) } as const;
  expect(await names(doctor(2, holder), {}, three)).toEqual(['沈', '蒋', '韩'].toSorted());
});

it('reads by indexes, however many rows there are', async () => {
  await clinic.database.rows(
    "insert into patient (id, name, state) select gen_random_uuid(), 'p' || n, 'ill' from generate_series(1, 30000) n",
  );
  await clinic.database.rows(
    `insert into visit (id, name, patient_id, doctor_id, department_id)
     select gen_random_uuid(), 'v', id, (array[$1, $2]::uuid[])[1 + (case when n <= 30 then 0 else 1 end)], $3
     from (select id, row_number() over () as n from patient where name like 'p%') p`,
    [doctors[0], doctors[1], wards[2]],
  );
  for (const table of ['patient', 'visit']) await clinic.database.rows(`analyze ${table}`);
  const connection = connectDatabase({ url: clinic.database.appUrl, max: 1 });
  const asked: CompiledQuery[] = [];
  const dialect = new PostgresDialect({ pool: connection.pool });
  const db = new Kysely<Database>({ dialect, log: ({ query }) => void asked.push(query) });
  const who = doctor(0, { dataScope: 'custom', departmentIds: [String(wards[0])] });
  const answer = await clinic.run<{ total: number }>(
    '/v1/patient/query',
    { fields: ['name'], count: 'exact', size: 20 },
    who,
    { db },
  );
  expect(answer.total).toBeGreaterThanOrEqual(30);
  const plans = await Promise.all(
    [...asked].map(({ sql, parameters }) => connection.pool.query(`explain ${sql}`, [...parameters])),
  );
  await connection.close();
  const lines = plans.flatMap(({ rows }) => rows.map((line: Values) => String(line['QUERY PLAN'])));
  expect(lines.filter((line) => /Seq Scan on (visit|patient)/.test(line))).toEqual([]);
});
