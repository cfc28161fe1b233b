import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntityDocument, EntityField } from '../../../engine/model/documents/index.ts';
import { loadDocuments } from '../../../engine/model/load/index.ts';
import { createProtection } from '../../kernel/crypto/protection.ts';
import { tailHash } from '../../kernel/crypto/tail.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { fillPinyin } from '../search/fill-pinyin.ts';
import { fillTails } from '../search/fill-tails.ts';
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

const mobile: EntityField = { key: 'mobile', title: '手机', type: 'mobile', mask: 'mobile', searchable: true };
const protection = createProtection('numbers of before');

async function start(...fields: readonly EntityField[]): Promise<readonly string[]> {
  const documents = documentsWith(...fields);
  const options = { urls: database, documents, migrations: [] };
  const changes = await createTables(options);
  await fillPinyin({ migratorUrl: database.migratorUrl, documents });
  await fillTails({ migratorUrl: database.migratorUrl, documents, protection });
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

  it('gets the ends of its numbers, those that are there already left as they are', async () => {
    await start(name, code, mobile);
    const numbers = ['13811110001', '13811110002', '13811110003'];
    for (const number of numbers)
      await database.rows('insert into person (id, name, mobile, mobile_hash) values (gen_random_uuid(), $1, $2, $3)', [
        number,
        protection.encrypt(number),
        protection.hash(number),
      ]);
    await start(name, code, { ...mobile, tail: true });
    const tails = async () =>
      (await database.rows("select mobile_tail_hash as tail from person where name like '138%' order by name")).map(
        ({ tail }) => tail,
      );
    const all = numbers.map((number) => tailHash(protection, number));
    expect(await tails()).toEqual(all);
    // What is known is not worked out again; what a start did not come to is.
    await database.rows("update person set mobile_tail_hash = case name when $1 then 'known' end where name <> $2", [
      numbers[0],
      numbers[2],
    ]);
    await start(name, code, { ...mobile, tail: true });
    expect(await tails()).toEqual(['known', all[1], all[2]]);
    expect(await database.rows("select 1 from pg_indexes where indexdef like '%(mobile_tail_hash)'")).toHaveLength(1);
  });
});
