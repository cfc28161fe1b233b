import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntityDocument, EntityField } from '../../../engine/model/documents/index.ts';
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
const patient: EntityDocument = {
  ...{ schemaVersion: 2, name: 'patient', title: '病人', label: 'name', operations: ['query'] },
  access: { owner: ['doctorId'] },
  fields: [
    field('name', 'string', { searchable: true, pinyin: true, maxLength: 40 }),
    field('note', 'string'),
    field('phone', 'mobile', { mask: 'mobile', searchable: true }),
    field('doctorId', 'ref', { ref: 'staff' }),
  ],
};
const visit: EntityDocument = {
  ...{ schemaVersion: 2, name: 'visit', title: '就诊', label: 'code', operations: ['query'] },
  fields: [
    field('code', 'string', { searchable: true, maxLength: 20 }),
    field('patientId', 'ref', { ref: 'patient', searchable: true }),
    field('helperId', 'ref', { ref: 'patient' }),
  ],
};
const bed: EntityDocument = {
  ...{ schemaVersion: 2, name: 'bed', title: '床位', label: 'code', operations: ['query'] },
  fields: [field('code', 'string'), field('patientId', 'ref', { ref: 'patient', searchable: true })],
};

let clinic: TestOperations;
let deleted: string;
beforeAll(async () => {
  clinic = await startOperations([patient, visit, bed]);
  const other = await clinic.records.insert('staff', { name: '别人' });
  const admit = (name: string, doctorId: string) =>
    clinic.records.insert('patient', { name, note: '备注', phone: '13812345678', doctorId });
  const [li, wang, gone] = [
    await admit('李小龙', clinic.caller().staffId),
    await admit('王小明', other),
    await admit('赵子龙', other),
  ];
  deleted = gone;
  for (const [code, patientId, helperId] of [
    ['V1', li, wang],
    ['V2', wang, li],
    ['V3', gone, null],
    ['李-4', wang, null],
    ['V5', null, null],
  ] as const) {
    await clinic.records.insert('visit', { code, patientId, helperId });
    await clinic.records.insert('bed', { code, patientId });
  }
  await clinic.database.rows('update patient set deleted_at = now() where id = $1', [deleted]);
}, 60_000);
afterAll(() => clinic.close());

async function found(where: Values, entity = 'visit', who?: Caller): Promise<readonly unknown[]> {
  const body = { where, fields: ['code'], sort: ['code'], count: 'exact' };
  const answer = await clinic.run<{ list: readonly Values[]; total: number }>(`/v1/${entity}/query`, body, who);
  expect(answer.total).toBe(answer.list.length);
  return answer.list.map(({ code }) => code);
}

describe('a keyword finds rows by what they refer to', () => {
  it.each([
    ['its name', '小龙', ['V1']],
    ['its name as it is spoken', 'wangxiaoming', ['V2', '李-4']],
    ['either way', '李', ['V1', '李-4']],
    ['their own texts as before', 'V', ['V1', 'V2', 'V3', 'V5']],
    ['nothing that is not searched there', '备注', []],
    ['no reference that is not searched', '小龙 V2', []],
    ['nothing of a row that is deleted', '子龙', []],
    ['nothing by a masked value there', '13812345678', []],
  ])('by %s', async (_way, search, codes) => {
    expect((await found({ search })).toSorted()).toEqual([...codes].toSorted());
  });

  it('also where the rows have no text of their own', async () => {
    expect(await found({ search: '小龙' }, 'bed')).toEqual(['V1']);
    expect(await found({ search: 'V1' }, 'bed')).toEqual([]);
  });

  it('within other conditions', async () => {
    expect(await found({ and: [{ search: '王' }, { field: 'code', op: 'eq', value: 'V2' }] })).toEqual(['V2']);
    expect(await found({ or: [{ search: '小龙' }, { search: '李' }] })).toEqual(['V1', '李-4']);
  });

  it('as far as the reader reaches there, and no further', async () => {
    const own = clinic.caller({ dataScope: 'self' });
    expect(await found({ search: '小龙' }, 'visit', own)).toEqual(['V1']);
    expect(await found({ search: '王小明' }, 'visit', own)).toEqual([]);
  });

  it('through the indexes of both, however many rows there are', async () => {
    await clinic.database.rows(
      "insert into patient (id, name) select gen_random_uuid(), 'p' || md5(n::text) from generate_series(1, 20000) n",
    );
    await clinic.database.rows(`insert into visit (id, code, patient_id)
      select gen_random_uuid(), 'c' || n, id from (select id, row_number() over () as n from patient where name like 'p%') p`);
    await clinic.database.rows('analyze patient');
    await clinic.database.rows('analyze visit');
    const [row] = await clinic.database.rows("select name from patient where name like 'p%' limit 1");
    const keyword = String(row?.name);
    const connection = connectDatabase({ url: clinic.database.appUrl, max: 1 });
    const asked: CompiledQuery[] = [];
    const dialect = new PostgresDialect({ pool: connection.pool });
    const db = new Kysely<Database>({ dialect, log: ({ query }) => void asked.push(query) });
    const body = { where: { search: keyword }, fields: ['code'], count: 'exact' };
    expect(await clinic.run('/v1/visit/query', body, undefined, { db })).toMatchObject({ total: 1 });
    const plans = await Promise.all(
      [...asked].map(({ sql, parameters }) => connection.pool.query(`explain ${sql}`, [...parameters])),
    );
    await connection.close();
    const lines = plans.flatMap(({ rows }) => rows.map((line: Values) => String(line['QUERY PLAN'])));
    expect(lines.some((line) => line.includes('Index Scan'))).toBe(true);
    expect(lines.filter((line) => /Seq Scan on (visit|patient)/.test(line))).toEqual([]);
  });
});
