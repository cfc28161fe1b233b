import { afterEach, beforeEach, expect, it } from 'vitest';
import type { EntityDocument, EntityField } from '../../../engine/model/documents/index.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { createIndexes, createTables } from '../tables/tables.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
});

afterEach(() => database.drop());

const ticket = (...fields: readonly EntityField[]): EntityDocument => ({
  schemaVersion: 2,
  name: 'ticket',
  title: '工单',
  label: 'subject',
  operations: [],
  fields: [{ key: 'subject', title: '主题', type: 'string' }, ...fields],
});

const phone = (key: string, extra: Partial<EntityField> = {}): EntityField => ({
  key,
  title: '电话',
  type: 'mobile',
  mask: 'mobile',
  searchable: true,
  ...extra,
});
const serial = (key: string, extra: Partial<EntityField> = {}): EntityField => ({
  key,
  title: '编号',
  type: 'string',
  unique: true,
  required: true,
  sequence: { prefix: 'GD', per: 'day', digits: 4 },
  ...extra,
});

async function make(entity: EntityDocument): Promise<readonly string[]> {
  const documents = { entities: new Map([[entity.name, entity]]), dictionaries: new Map() };
  const options = { urls: database, documents, migrations: [] };
  return [...(await createTables(options)), ...(await createIndexes(options))];
}

const stored = () => database.rows('select * from ticket order by subject');
const insert = (columns: string, values: string) =>
  database.rows(`insert into ticket (id, ${columns}) values (gen_random_uuid(), ${values})`);

it('keeps the values of a field whose key was changed, with its hash, its numbering and its uniqueness', async () => {
  await make(ticket(phone('phone'), serial('ticketNo')));
  await insert('subject, phone, phone_hash, ticket_no', "'a', 'cipher', 'hash', 'GD1'");
  await database.rows("insert into number_sequence (name, period, value) values ('ticket.ticketNo', '20260101', 7)");
  const changed = ticket(
    phone('contactPhone', { formerKeys: ['tel', 'phone'] }),
    serial('serialNo', { formerKeys: ['ticketNo'] }),
  );
  await make(changed);
  expect(await stored()).toMatchObject([
    { subject: 'a', contact_phone: 'cipher', contact_phone_hash: 'hash', serial_no: 'GD1' },
  ]);
  expect(Object.keys((await stored())[0] ?? {})).not.toContain('phone');
  expect(await database.rows('select name, value::int from number_sequence')).toEqual([
    { name: 'ticket.serialNo', value: 7 },
  ]);
  await expect(insert('subject, serial_no', "'b', 'GD1'")).rejects.toMatchObject({
    code: '23505',
    constraint: 'ticket_serial_no_unique',
  });
  const indexes = await database.rows("select indexname from pg_indexes where tablename = 'ticket' order by 1");
  expect(indexes.map((row) => row.indexname)).toEqual([
    'ticket_contact_phone_hash',
    'ticket_created_at_order',
    'ticket_pkey',
    'ticket_serial_no_unique',
  ]);
  expect(await make(changed)).toEqual([]);
});

it('refuses to guess when the former column and the present one are both there', async () => {
  await make(ticket({ key: 'note', title: '备注', type: 'text' }, { key: 'remark', title: '备注', type: 'text' }));
  await insert('subject, note, remark', "'a', 'old', 'new'");
  const wanted = ticket({ key: 'remark', title: '备注', type: 'text', formerKeys: ['note'] });
  const error: unknown = await make(wanted).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: 'E_TABLES' });
  expect(String(error)).toContain('字段 remark 与它的旧列 note 同时存在');
  expect(String(error)).toContain('alter table "ticket" drop column "note";');
  expect(await stored()).toMatchObject([{ note: 'old', remark: 'new' }]);
});

it('refuses to guess between two former columns', async () => {
  await make(ticket({ key: 'memo', title: '备注', type: 'text' }, { key: 'note', title: '备注', type: 'text' }));
  const wanted = ticket({ key: 'remark', title: '备注', type: 'text', formerKeys: ['memo', 'note'] });
  const error: unknown = await make(wanted).catch((caught: unknown) => caught);
  expect(String(error)).toContain('字段 remark 的旧列 memo、note 同时存在');
  expect(String(error)).toContain('alter table "ticket" rename column "note" to "remark";');
});

it('makes no column for a field that is worked out, and drops one that held nothing', async () => {
  await make(ticket({ key: 'minutes', title: '分钟', type: 'int' }));
  const statements = await make(
    ticket({ key: 'minutes', title: '分钟', type: 'int', compute: 'size(record.subject)' }),
  );
  expect(statements).toEqual(['alter table "ticket" drop column "minutes"']);
});

const room = (extra: Partial<EntityDocument> = {}, type: 'datetime' | 'date' = 'datetime'): EntityDocument => ({
  ...ticket(
    { key: 'roomNo', title: '房间', type: 'string' },
    { key: 'isFree', title: '可重叠', type: 'bool', required: true, defaultValue: 'false' },
    { key: 'startsAt', title: '开始', type, required: true },
    { key: 'endsAt', title: '结束', type },
  ),
  constraints: [
    {
      key: 'oneAtATime',
      exclude: { equal: ['roomNo'], from: 'startsAt', to: 'endsAt', where: 'record.isFree == false' },
    },
  ],
  ...extra,
});

const book = (roomNo: string, from: string, to: string | null, isFree = false) =>
  insert(
    'subject, room_no, is_free, starts_at, ends_at',
    `'x', '${roomNo}', ${isFree}, '${from}', ${to === null ? 'null' : `'${to}'`}`,
  );

it('keeps spans of time from overlapping, with open ends, conditions and deleted rows left out', async () => {
  await make(room());
  await book('101', '2026-01-01T08:00Z', '2026-01-01T10:00Z');
  await book('101', '2026-01-01T10:00Z', '2026-01-01T11:00Z');
  await book('102', '2026-01-01T08:00Z', '2026-01-01T10:00Z');
  await book('101', '2026-01-01T08:00Z', '2026-01-01T10:00Z', true);
  await expect(book('101', '2026-01-01T09:00Z', '2026-01-01T09:30Z')).rejects.toMatchObject({
    code: '23P01',
    constraint: 'ticket_one_at_a_time_exclude',
  });
  await expect(book('101', '2026-01-01T07:00Z', null)).rejects.toMatchObject({ code: '23P01' });
  await expect(book('103', '2026-01-01T09:00Z', '2026-01-01T08:00Z')).rejects.toMatchObject({ code: '23514' });
  await database.rows('update ticket set deleted_at = now()');
  await book('101', '2026-01-01T07:00Z', null);
  expect(await make(room())).toEqual([]);
});

it('counts days with both ends', async () => {
  await make(room({}, 'date'));
  await book('101', '2026-01-01', '2026-01-03');
  await expect(book('101', '2026-01-03', '2026-01-04')).rejects.toMatchObject({ code: '23P01' });
  await book('101', '2026-01-04', '2026-01-05');
});

it('refuses an exclusion that stored rows break, and drops one the document no longer has', async () => {
  const { constraints: _, ...open } = room();
  await make(open);
  await book('101', '2026-01-01T08:00Z', '2026-01-01T10:00Z');
  await book('101', '2026-01-01T09:00Z', '2026-01-01T11:00Z');
  const error: unknown = await make(room()).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: 'E_TABLES' });
  expect(String(error)).toContain('ticket_one_at_a_time_exclude');
  await database.rows("delete from ticket where ends_at = '2026-01-01T11:00Z'");
  await make(room());
  expect((await make(open)).filter((statement) => statement.includes('drop constraint'))).toHaveLength(2);
  await book('101', '2026-01-01T09:00Z', '2026-01-01T11:00Z');
});

it('indexes the references by which rows are gathered, unless an index starts with them', async () => {
  const node: EntityDocument = {
    ...ticket({ key: 'parentId', title: '上级', type: 'ref', ref: 'ticket' }),
    tree: { parent: 'parentId' },
  };
  expect((await make(node)).join('\n')).toContain('create index "ticket_parent_id_link" on "ticket" ("parent_id")');
  const indexed = { ...node, indexes: [{ key: 'byParent', fields: ['parentId', 'subject'] }] };
  const statements = await make(indexed);
  expect(statements).toContain('drop index "ticket_parent_id_link"');
  expect(statements.join('\n')).not.toContain('create index "ticket_parent_id_link"');
});
