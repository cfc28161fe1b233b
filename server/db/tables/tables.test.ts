import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DictionaryDocument, EntityDocument, EntityField } from '../../../engine/model/documents/index.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import type { Migration } from './migration.ts';
import { createIndexes, createTables } from './tables.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
});

afterEach(() => database.drop());

const field = (key: string, type: EntityField['type'], extra: Partial<EntityField> = {}): EntityField => ({
  key,
  title: key,
  type,
  ...extra,
});

const book = (fields: readonly EntityField[], extra: Partial<EntityDocument> = {}): EntityDocument => ({
  schemaVersion: 2,
  name: 'book',
  title: '图书',
  label: 'name',
  operations: ['query'],
  fields: [...fields],
  ...extra,
});

const kinds = (...keys: string[]): DictionaryDocument => ({
  schemaVersion: 2,
  name: 'kind',
  title: '类别',
  values: keys.map((key) => ({ key, title: key })),
});

const fields: readonly EntityField[] = [
  field('name', 'string', { required: true, maxLength: 50, searchable: true }),
  field('isbn', 'string', { unique: true, maxLength: 20 }),
  field('kind', 'enum', { dictionary: 'kind', required: true, defaultValue: "'novel'" }),
  field('price', 'money', { required: true, defaultValue: '0' }),
  field('weight', 'decimal'),
  field('phone', 'mobile', { mask: 'mobile', searchable: true, unique: true }),
  field('parentId', 'ref', { ref: 'book' }),
  field('tagIds', 'refs', { ref: 'book' }),
  field('facts', 'json'),
  field('lentAt', 'datetime'),
  field('boughtOn', 'date'),
];

const wholeBook = book(fields, {
  indexes: [
    { key: 'byPrice', fields: ['kind', '-price'] },
    { key: 'lent', fields: ['-lentAt'], where: "record.kind != 'atlas' && record.lentAt != null" },
    { key: 'perParent', fields: ['parentId', 'name'], unique: true, where: "record.kind in ['novel', 'it\\'s']" },
    { key: 'tags', fields: ['tagIds'], kind: 'gin' },
  ],
  constraints: [{ key: 'price', check: 'record.price >= 0' }],
});

const ledger: EntityDocument = {
  ...book([field('amount', 'money', { required: true }), field('bookId', 'ref', { ref: 'book', required: true })]),
  name: 'ledger',
  label: 'amount',
  appendOnly: true,
};

async function make(
  entities: readonly EntityDocument[],
  migrations: readonly Migration[] = [],
  dictionary = kinds('novel', 'atlas'),
): Promise<readonly string[]> {
  const options = {
    urls: database,
    documents: {
      entities: new Map(entities.map((entity) => [entity.name, entity])),
      dictionaries: new Map([['kind', dictionary]]),
    },
    migrations,
  };
  return [...(await createTables(options)), ...(await createIndexes(options))];
}

async function query(url: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const asApp = (text: string) => query(database.appUrl, text);
const insert = (name: string, extra = '', values = '') =>
  asApp(`insert into book (id, name${extra}) values (gen_random_uuid(), '${name}'${values})`);

const dump = () =>
  query(
    database.superuserUrl,
    `select c.relname, (select array_agg(format('%s %s %s %s', attname, format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid)) order by attnum)
                          from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
            (select array_agg(pg_get_constraintdef(k.oid) order by conname) from pg_constraint k where conrelid = c.oid) as constraints,
            (select array_agg(indexdef order by indexname) from pg_indexes where tablename = c.relname) as indexes, relacl::text, pg_get_userbyid(relowner) as owner
       from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`,
  );

/** How many statements are sent while something goes on. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return sent.mock.calls.length;
  } finally {
    sent.mockRestore();
  }
}

describe('createTables', () => {
  it('makes every column, constraint and index an entity asks for', async () => {
    await make([wholeBook, ledger]);
    const tables = new Map((await dump()).map((table) => [table.relname, table]));
    expect(tables.get('book')).toMatchSnapshot();
    expect(tables.get('ledger')).toMatchSnapshot();
  });

  it('finds nothing to do the second time', async () => {
    expect(await make([wholeBook, ledger])).not.toEqual([]);
    const before = await dump();
    expect(await make([wholeBook, ledger])).toEqual([]);
    expect(await dump()).toEqual(before);
  });

  it('asks of all tables at once: a start with nothing to do takes as many statements however many there are', async () => {
    const more = ['shelf', 'reader', 'loan'].map((name) => ({ ...wholeBook, name, indexes: [], constraints: [] }));
    await make([wholeBook, ledger]);
    const few = await statementsOf(() => make([wholeBook, ledger]));
    await make([wholeBook, ledger, ...more]);
    expect(await statementsOf(() => make([wholeBook, ledger, ...more]))).toBe(few);
  });

  it('is made once when two nodes start at once', async () => {
    const both = await Promise.all([make([wholeBook]), make([wholeBook])]);
    const creations = both.flat().filter((statement) => statement.startsWith('create table'));
    expect(new Set(creations).size).toBe(creations.length);
  });

  it('adds what is new and keeps the rows', async () => {
    await make([book([field('name', 'string', { required: true, maxLength: 10 })])]);
    await insert('old');
    await make([wholeBook, ledger]);
    expect(await asApp('select name, kind, price::int, tag_ids from book')).toEqual([
      { name: 'old', kind: 'novel', price: 0, tag_ids: [] },
    ]);
  });

  it('takes away what held nothing, and indexes and constraints the documents no longer have', async () => {
    await make([wholeBook]);
    await insert('kept');
    const statements = await make([book(fields.filter((each) => each.key !== 'weight'))]);
    expect(statements.filter((statement) => /drop/.test(statement))).toHaveLength(7);
    expect(await asApp('select name from book')).toEqual([{ name: 'kept' }]);
  });

  it('has the fields an index begins with counted together, so that it knows how many rows are found by both', async () => {
    const shelved = book([...fields, field('isLent', 'bool')], {
      indexes: [{ key: 'lent', fields: ['kind', 'isLent', 'price'] }],
    });
    const expected = async () => {
      const [{ 'QUERY PLAN': plan } = {}] = await asApp(
        "explain (format json) select 1 from book where kind = 'atlas' and is_lent",
      );
      return JSON.parse(JSON.stringify(plan))[0].Plan['Plan Rows'];
    };
    await make([{ ...shelved, indexes: [] }]);
    // One of ten is an atlas, and all those that are lent are.
    await asApp(`insert into book (id, name, kind, is_lent)
      select gen_random_uuid(), 'b' || i, case when i % 10 = 0 then 'atlas' else 'novel' end, i % 10 = 0 from generate_series(1, 5000) i`);
    await query(database.superuserUrl, 'analyze book');
    expect(await expected()).toBeLessThan(100);
    expect(await make([shelved])).toContain(
      'create statistics "book_lent_statistics" (dependencies, mcv) on "kind", "is_lent" from "book"',
    );
    expect(await expected()).toBeGreaterThan(400);
    expect(await make([shelved])).toEqual([]);
    expect(await make([{ ...shelved, indexes: [] }])).toContain('drop statistics "book_lent_statistics"');
    expect(await expected()).toBeLessThan(100);
  });

  it('widens a choice when the dictionary grows', async () => {
    await make([wholeBook]);
    await expect(insert('a', ', kind', ", 'comic'")).rejects.toMatchObject({ code: '23514' });
    await make([wholeBook], [], kinds('novel', 'atlas', 'comic'));
    await insert('a', ', kind', ", 'comic'");
  });

  it('lets a deleted row make way for a new one, and searches a masked field by its hash', async () => {
    await make([wholeBook]);
    await insert('one', ', isbn, phone, phone_hash', ", 'x', 'cipher', 'h'");
    await expect(insert('two', ', isbn', ", 'x'")).rejects.toMatchObject({ code: '23505' });
    await expect(insert('two', ', phone_hash', ", 'h'")).rejects.toMatchObject({ code: '23505' });
    await asApp('update book set deleted_at = now()');
    await insert('two', ', isbn, phone_hash', ", 'x', 'h'");
  });
});

describe('what would lose data', () => {
  const refusal = async (entities: readonly EntityDocument[], dictionary?: DictionaryDocument): Promise<string> => {
    const before = await dump();
    const error: unknown = await make(entities, [], dictionary).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'E_TABLES' });
    expect(await dump()).toEqual(before);
    return String(error);
  };

  beforeEach(async () => {
    await make([wholeBook]);
    await insert('a long name of a book', ', weight, isbn', ', 1.5, null');
    await insert('another');
  });

  it('is refused all at once, with the statements of the migration, and changes nothing', async () => {
    const changed = fields
      .filter((each) => each.key !== 'weight')
      .map((each) =>
        each.key === 'name'
          ? { ...each, maxLength: 10 }
          : each.key === 'isbn'
            ? { ...each, required: true }
            : each.key === 'price'
              ? { ...each, type: 'date' as const }
              : each,
      );
    const text = await refusal([book([...changed, field('shelf', 'int', { required: true })])]);
    expect(text).toContain('"drop": ["weight"]');
    expect(text).toContain('alter table "book" alter column "name" type character varying(10) using left("name", 10);');
    expect(text).toContain('"fill": { "isbn": "…" }, "where": "record.isbn == null"');
    expect(text).toContain('alter table "book" alter column "price" type date using …;');
    expect(text).toContain('"fill": { "shelf": "…" }');
  });

  it('is refused when rows break a new rule', async () => {
    expect(await refusal([wholeBook], kinds('atlas'))).toContain('book_kind_choice');
    expect(
      await refusal([book(fields.map((each) => (each.key === 'kind' ? { ...each, unique: true } : each)))]),
    ).toContain('book_kind_unique');
    expect(await refusal([{ ...wholeBook, constraints: [{ key: 'dear', check: 'record.price > 100' }] }])).toContain(
      'book_dear_check',
    );
  });

  it('goes through once the migration is written, which runs once', async () => {
    const withoutWeight = book(fields.filter((each) => each.key !== 'weight'));
    const migration = { key: '0001-drop-book-weight', statements: ['alter table book drop column weight'] };
    await make([withoutWeight], [migration]);
    expect(await make([withoutWeight], [migration])).toEqual([]);
    expect(await asApp('select name from book order by name')).toHaveLength(2);
  });

  it('is no concern in a narrowing that every value fits', async () => {
    await make([book(fields.map((each) => (each.key === 'name' ? { ...each, maxLength: 30 } : each)))]);
  });
});

describe('the role of the application', () => {
  beforeEach(() => make([wholeBook, ledger]));

  it('owns no table and changes none', async () => {
    expect(await asApp("select 1 from pg_tables where schemaname = 'public' and tableowner = current_user")).toEqual(
      [],
    );
    for (const statement of [
      'drop table book',
      'alter table book add column x int',
      'truncate book',
      'create index on book (name)',
      'create table mine (id int)',
    ]) {
      await expect(asApp(statement), statement).rejects.toMatchObject({ code: '42501' });
    }
  });

  it('adds to a ledger but neither changes nor takes away', async () => {
    await insert('a');
    await asApp('insert into ledger (id, amount, book_id) select gen_random_uuid(), 5, id from book');
    await expect(asApp('update ledger set amount = 6')).rejects.toMatchObject({ code: '42501' });
    await expect(asApp('delete from ledger')).rejects.toMatchObject({ code: '42501' });
    await expect(asApp('delete from book')).rejects.toMatchObject({ code: '23001' });
  });

  it('loses the right to change when an entity becomes append-only', async () => {
    await make([{ ...book([field('name', 'string')]), name: 'note' }]);
    await asApp("update note set name = 'x'");
    await make([{ ...book([field('name', 'string')]), name: 'note', appendOnly: true }]);
    await expect(asApp("update note set name = 'y'")).rejects.toMatchObject({ code: '42501' });
  });
});
