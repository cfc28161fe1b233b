import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntityDocument, EntityField } from '../../../engine/model/documents/index.ts';
import { loadDocuments } from '../../../engine/model/load/index.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { fillPinyin } from '../search/fill-pinyin.ts';
import { createIndexes, createTables } from '../tables/tables.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
});

afterAll(() => database.drop());

const name: EntityField = { key: 'name', title: '姓名', type: 'string', maxLength: 20 };
const code: EntityField = { key: 'code', title: '编号', type: 'string', maxLength: 20 };

function documentsWith(...fields: readonly EntityField[]) {
  const person: EntityDocument = {
    schemaVersion: 2,
    name: 'person',
    title: '人员',
    label: 'name',
    operations: ['query'],
    fields: [...fields],
  };
  return loadDocuments([{ file: 'entities/person.json', text: JSON.stringify(person) }]).documents;
}

async function start(...fields: readonly EntityField[]): Promise<readonly string[]> {
  const documents = documentsWith(...fields);
  const options = { urls: database, documents, migrations: [] };
  const changes = await createTables(options);
  await fillPinyin({ migratorUrl: database.migratorUrl, documents });
  return [...changes, ...(await createIndexes(options))];
}

const texts = async () =>
  (await database.rows('select search_text as text from person order by id')).map((row) => row.text);

describe('a database made before', () => {
  it('gets the column with its values, the pinyin and the index, and then needs nothing', async () => {
    await start(name, code);
    await database.rows(
      `insert into person (id, name, code) values ('00000000-0000-4000-8000-000000000001', '张三丰', 'ＫＨ1'),
        ('00000000-0000-4000-8000-000000000002', null, null)`,
    );
    await start({ ...name, searchable: true, pinyin: true }, code);
    const [first, second] = await texts();
    expect(first).toMatch(/^ 张三丰 zhangsanfeng zsf .*张三 /);
    expect(String(second).trim()).toBe('');
    expect(await start({ ...name, searchable: true, pinyin: true }, code)).toEqual([]);
    const [index] = await database.rows("select indexdef from pg_indexes where indexdef like '%search_text%'");
    expect(index?.indexdef).toContain('gin_trgm_ops');
  });

  it('follows when other fields are searched, and when one of them is widened', async () => {
    await start({ ...name, searchable: true, pinyin: true }, { ...code, searchable: true });
    expect((await texts())[0]).toContain('kh1');
    await start({ ...name, searchable: true, pinyin: true, maxLength: 40 }, { ...code, searchable: true });
    expect((await texts())[0]).toContain('zhangsanfeng');
    expect(await database.rows("select 1 from pg_indexes where indexdef like '%search_text%'")).toHaveLength(1);
  });

  it('loses the column, and nothing else, when nothing is searched any more', async () => {
    await database.rows('update person set name_pinyin = null');
    await start(name, code);
    const columns = await database.rows(
      "select column_name as name from information_schema.columns where table_name = 'person'",
    );
    expect(columns.map((column) => column.name)).not.toContain('search_text');
    expect(await database.rows("select 1 from person where name = '张三丰'")).toHaveLength(1);
  });
});
