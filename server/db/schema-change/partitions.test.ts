import { v7 as uuid } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EntityDocument, EntityField } from '../../../engine/model/documents/index.ts';
import { dumpCatalogue } from '../../testing/catalogue-dump.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { connectDatabase } from '../connection/connect.ts';
import { beginOf, monthOf, monthsLater } from '../spec/month.ts';
import { createIndexes, createTables, keepPartitions } from '../tables/tables.ts';
import { historyName, partitionName, restName } from './partitions.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
});

afterEach(() => database.drop());

const text: EntityField = { key: 'text', title: '内容', type: 'string', searchable: true };

const entity = (name: string, fields: readonly EntityField[], extra: Partial<EntityDocument> = {}): EntityDocument => ({
  schemaVersion: 2,
  name,
  title: name,
  label: fields[0]?.key ?? '',
  operations: [],
  fields: [...fields],
  ...extra,
});

const author = entity('author', [{ key: 'name', title: '姓名', type: 'string' }]);
const note = (extra: Partial<EntityDocument> = {}): EntityDocument =>
  entity(
    'note',
    [text, { key: 'authorId', title: '作者', type: 'ref', ref: 'author' }, { key: 'size', title: '字数', type: 'int' }],
    {
      appendOnly: true,
      indexes: [{ key: 'created', fields: ['-createdAt', 'id'] }],
      constraints: [{ key: 'size', check: 'record.size >= 0' }],
      ...extra,
    },
  );
const monthly = (extra: Partial<EntityDocument> = {}) => note({ partition: 'month', ...extra });
const mark = entity('mark', [{ key: 'noteId', title: '记录', type: 'ref', ref: 'note' }]);

const options = (...entities: readonly EntityDocument[]) => ({
  urls: database,
  documents: { entities: new Map(entities.map((each) => [each.name, each])), dictionaries: new Map() },
  migrations: [],
});

async function make(...entities: readonly EntityDocument[]): Promise<readonly string[]> {
  const made = options(...entities);
  return [...(await createTables(made)), ...(await createIndexes(made))];
}

const now = Date.now();
const thisMonth = monthOf(now);
const idOf = (moment: number) => uuid({ msecs: moment });

const add = (id: string, table = 'note') =>
  database.rows(`insert into ${table} (id${table === 'note' ? ', size' : ', note_id'}) values ($1, $2)`, [
    table === 'note' ? id : idOf(now),
    table === 'note' ? 1 : id,
  ]);

const placeOf = async (id: string) =>
  (await database.rows('select tableoid::regclass::text as place from note where id = $1', [id]))[0]?.place;

async function asApp(statement: string): Promise<unknown> {
  const { pool, close } = connectDatabase({ url: database.appUrl, max: 1 });
  return pool.query(statement).finally(close);
}

const months = async () =>
  (
    await database.rows(
      "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'note'::regclass order by 1",
    )
  ).map((row) => row.name);

describe('a table kept by month', () => {
  beforeEach(() => make(author, monthly(), mark));

  it('has partitions for what was, this month, three to come and the rest, and nothing to do the second time', async () => {
    const expected = [0, 1, 2, 3].map((later) => partitionName('note', monthsLater(thisMonth, later)));
    expect(await months()).toEqual([...expected, historyName('note', thisMonth), restName('note')].sort());
    expect(await make(author, monthly(), mark)).toEqual([]);
  });

  it('puts each row where its id says, and reads one by id from there alone', async () => {
    const places: readonly (readonly [string, string])[] = [
      [idOf(now), partitionName('note', thisMonth)],
      [idOf(beginOf(monthsLater(thisMonth, 1))), partitionName('note', monthsLater(thisMonth, 1))],
      [idOf(beginOf(thisMonth) - 1), historyName('note', thisMonth)],
      [idOf(beginOf(monthsLater(thisMonth, 30))), restName('note')],
    ];
    for (const [id, place] of places) {
      await add(id);
      expect(await placeOf(id)).toBe(place);
      const plan = await database.rows(`explain select * from note where id = '${id}'`);
      const named = plan.map((line) => String(line['QUERY PLAN'])).join('\n');
      expect(named).toContain(place);
      for (const [, other] of places) if (other !== place) expect(named).not.toContain(other);
    }
  });

  it('is referred to like any table', async () => {
    const id = idOf(now);
    await add(id);
    await add(id, 'mark');
    await expect(add(idOf(now), 'mark')).rejects.toMatchObject({ code: '23503' });
    await expect(database.rows('delete from note')).rejects.toMatchObject({ code: '23001' });
  });

  it('lets the application add and read, neither change nor take away, and not touch the parts at all', async () => {
    await asApp(`insert into note (id, size) values ('${idOf(now)}', 1)`);
    await asApp('select * from note');
    for (const statement of [
      'update note set size = 2',
      'delete from note',
      'truncate note',
      `alter table note detach partition ${restName('note')}`,
      ...(await months()).flatMap((name) => [`select 1 from ${name}`, `delete from ${name}`, `drop table ${name}`]),
    ])
      await expect(asApp(statement), statement).rejects.toMatchObject({ code: '42501' });
  });

  it('gets the months to come in time, with rows that could not wait', async () => {
    const early = idOf(beginOf(monthsLater(thisMonth, 5)) + 1000);
    await add(early);
    expect(await placeOf(early)).toBe(restName('note'));
    await keepPartitions(options(author, monthly(), mark), beginOf(monthsLater(thisMonth, 4)));
    expect(await placeOf(early)).toBe(partitionName('note', monthsLater(thisMonth, 5)));
    expect(await months()).toHaveLength(10);
    expect(await make(author, monthly(), mark)).toEqual([]);
  });

  it('builds a new index part by part, also once it was cut short', async () => {
    await add(idOf(now));
    const indexed = monthly({ indexes: [{ key: 'size', fields: ['size'] }] });
    await database.rows('create index note_size_index on only note (size)');
    await make(author, indexed, mark);
    const rows = await database.rows(
      "select count(*)::int as parts, bool_and(indisvalid) as valid from pg_index where indexrelid::regclass::text like '%size_index'",
    );
    expect(rows).toEqual([{ parts: 7, valid: true }]);
    expect(await make(author, indexed, mark)).toEqual([]);
  });

  it('is not made whole again without a migration', async () => {
    const error: unknown = await make(author, note(), mark).catch((caught: unknown) => caught);
    expect(String(error)).toContain('alter table "note" rename to "note_parted";');
  });
});

it('drops months beyond those to keep, and only where the document says so', async () => {
  const years = beginOf(monthsLater(thisMonth, 20));
  await make(author, monthly());
  await add(idOf(beginOf(thisMonth) - 1));
  await add(idOf(now));
  await keepPartitions(options(author, monthly()), years);
  expect(await database.rows('select 1 from note')).toHaveLength(2);
  await keepPartitions(options(author, monthly({ keepMonths: 20 })), years);
  expect(await database.rows('select 1 from note')).toHaveLength(1);
  await keepPartitions(options(author, monthly({ keepMonths: 19 })), years);
  expect(await database.rows('select 1 from note')).toEqual([]);
  expect((await months())[0]).toBe(partitionName('note', monthsLater(thisMonth, 1)));
});

it('takes over a table that was kept whole, with its rows, keys, indexes and rights', async () => {
  const other = await createTestDatabase({ empty: true });
  try {
    await make(author, note(), mark);
    const [old, fresh] = [idOf(beginOf(monthsLater(thisMonth, -14))), idOf(now)];
    for (const id of [old, fresh]) await add(id);
    await add(old, 'mark');
    const indexes = () =>
      database.rows(
        "select indexrelid, indrelid from pg_index x join pg_class c on c.oid = indrelid where relname like 'note%before%' order by 1",
      );
    await make(author, monthly(), mark);
    expect(await indexes()).toHaveLength(3);
    expect(await placeOf(old)).toBe(historyName('note', monthsLater(monthOf(now + 2 * 86_400_000), 1)));
    expect(await placeOf(fresh)).toBe(await placeOf(old));
    await expect(add(idOf(now), 'mark')).rejects.toMatchObject({ code: '23503' });
    await expect(asApp('update note set size = 2')).rejects.toMatchObject({ code: '42501' });
    expect(await make(author, monthly(), mark)).toEqual([]);
    const direct = { ...options(author, monthly(), mark), urls: other };
    await createTables(direct);
    await createIndexes(direct);
    const ofTable = (lines: readonly string[]) =>
      lines.filter(
        (line) =>
          /^(constraint|column|index) (note|mark|author)[._]/.test(line) && !/before|_20\d\d|rest|fkey_\d/.test(line),
      );
    expect(ofTable(await dumpCatalogue(database))).toEqual(ofTable(await dumpCatalogue(other)));
  } finally {
    await other.drop();
  }
});

it('refuses to take over rows whose ids were not made by the clock', async () => {
  await make(author, note());
  await add('f81d4fae-7dec-41d0-a765-00a0c91e6bf6');
  const error: unknown = await make(author, monthly()).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: 'E_TABLES' });
  expect(String(error)).toContain('update "note" set id = … where id >=');
});
