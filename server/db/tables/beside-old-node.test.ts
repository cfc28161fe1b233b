import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {
  DictionaryDocument,
  DocumentSet,
  EntityDocument,
  EntityField,
} from '../../../engine/model/documents/index.ts';
import { buildApp } from '../../app.ts';
import { assemble } from '../../assemble.ts';
import { EventFeed } from '../../events/event-feed.ts';
import { createFileStore } from '../../files/store/file-store.ts';
import { createProtection } from '../../kernel/crypto/protection.ts';
import { migrations } from '../../product/migrations.ts';
import { startProduct, type TestApp, testPassword } from '../../testing/test-app.ts';
import { createTestDatabase, filesOf, type TestDatabase } from '../../testing/test-database.ts';
import { userOf } from '../bootstrap/bootstrap.ts';
import { connectDatabase } from '../connection/connect.ts';
import { DatabaseHealth } from '../connection/health.ts';
import { nodeUrl, sessionName } from '../connection/other-nodes.ts';
import { createIndexes, createTables, tablesDigest } from './tables.ts';

describe('a node with older documents', () => {
  let old: TestApp;
  beforeAll(async () => {
    old = await startProduct('e2e/fixtures/library');
    await old.database.rows(
      `insert into book (id, isbn, title, author, category)
       select gen_random_uuid(), 'isbn-' || n, 'title ' || n, 'author ' || n % 97, 'literature' from generate_series(1, 20000) n`,
    );
  });
  afterAll(() => old.close());

  /** The next version: fields more, one of them required, a wider one, a choice and indexes more. */
  function nextDocuments({ documents }: TestApp): DocumentSet {
    const book = documents.entities.get('book');
    const category = documents.dictionaries.get('book_category');
    if (book === undefined || category === undefined) throw new TypeError('the library has changed');
    const wider = book.fields.map((field) => (field.key === 'author' ? { ...field, maxLength: 120 } : field));
    const nextBook: EntityDocument = {
      ...book,
      fields: [
        ...wider,
        { key: 'pages', title: '页数', type: 'int', required: true, defaultValue: '1', min: 0 },
        { key: 'subtitle', title: '副题', type: 'string', maxLength: 80, searchable: true },
      ],
      indexes: [
        { key: 'byAuthor', fields: ['author', 'title'] },
        { key: 'byPages', fields: ['pages'] },
        { key: 'oncePerAuthor', fields: ['author', 'isbn'], unique: true },
      ],
      constraints: [{ key: 'pages', check: 'record.pages >= 0' }],
    };
    const nextCategory: DictionaryDocument = {
      ...category,
      values: [...category.values, { key: 'zine', title: '小刊' }],
    };
    return {
      ...documents,
      entities: new Map([...documents.entities, ['book', nextBook]]),
      dictionaries: new Map([...documents.dictionaries, ['book_category', nextCategory]]),
    };
  }

  type Created = { readonly id: string; readonly version: number };

  async function work(app: TestApp, name: string, from: number): Promise<void> {
    const isbn = `${name}-${from}`;
    const made = await app.call<Created>('head', '/v1/book/create', {
      isbn,
      title: `${name} ${from}`,
      author: 'x'.repeat(50),
      category: 'literature',
    });
    expect(made).toMatchObject({ code: '0' });
    const { id } = made.data;
    const modified = await app.call('head', '/v1/book/modify', { id, version: 1, title: `again ${from}` });
    expect(modified).toMatchObject({ code: '0' });
    const where = { and: [{ field: 'isbn', op: 'eq', value: isbn }, { search: 'again' }] };
    const found = await app.call('head', '/v1/book/query', { where });
    expect(found).toMatchObject({ code: '0', data: { list: [{ id, title: `again ${from}` }] } });
    expect(await app.call('head', '/v1/book/view', { id })).toMatchObject({ code: '0' });
  }

  it('reads and writes while a newer one prepares the tables, and beside it', async () => {
    const documents = nextDocuments(old);
    const options = { urls: old.database, documents, migrations };
    let isDone = false;
    let rounds = 0;
    const working = (async () => {
      while (!isDone) await work(old, 'during', rounds++);
    })();
    // Seen when it is waited for.
    working.catch(() => undefined);
    const postponed: string[] = [];
    const statements = [
      ...(await createTables({ ...options, onPostponed: (what) => postponed.push(what) })),
      ...(await createIndexes(options)),
    ];
    isDone = true;
    await working;
    expect(rounds).toBeGreaterThan(1);
    expect(postponed).toEqual([]);
    const text = statements.join('\n');
    expect(text).toContain('create index concurrently "book_by_author_index"');
    expect(text).toContain('create unique index concurrently "book_once_per_author_unique"');
    expect(text).toContain('validate constraint "book_pages_check"');
    expect(await createTables(options)).toEqual([]);

    const connection = connectDatabase({ url: nodeUrl(old.database.appUrl, tablesDigest(documents)) });
    const app = await buildApp({
      assembled: assemble({
        documents,
        db: connection.db,
        protection: createProtection(old.database.secretKey),
        files: createFileStore(filesOf(old.database)),
      }),
      health: new DatabaseHealth({ url: old.database.appUrl }),
      events: new EventFeed({ url: old.database.appUrl }),
      logger: false,
    });
    try {
      const post = async (url: string, payload: object, token = '') =>
        (await app.inject({ method: 'POST', url, payload, headers: { 'x-app-token': token } })).json();
      const { data } = await post('/v1/sys/user/login', { account: 'head', password: testPassword });
      const book = { isbn: 'new', title: 'new', author: 'y'.repeat(110), category: 'zine', pages: 7, subtitle: 'sub' };
      const made = await post('/v1/book/create', book, data.token);
      expect(made).toMatchObject({ code: '0' });
      expect(await old.call('head', '/v1/book/view', { id: made.data.id })).toMatchObject({
        code: '0',
        data: { title: 'new' },
      });
      expect(
        await old.call('head', '/v1/book/query', { where: { field: 'isbn', op: 'eq', value: 'new' } }),
      ).toMatchObject({
        code: '0',
        data: { list: [{ category: 'zine', author: 'y'.repeat(110) }] },
      });
      await work(old, 'beside', 1);
      const byOld = await post('/v1/book/query', { where: { field: 'isbn', op: 'eq', value: 'beside-1' } }, data.token);
      expect(byOld).toMatchObject({ code: '0', data: { list: [{ pages: 1, subtitle: null }] } });
    } finally {
      await app.close();
      await connection.close();
    }
  });
});

describe('what an older node could not bear', () => {
  let database: TestDatabase;
  let node: pg.Client | undefined;

  beforeEach(async () => {
    database = await createTestDatabase({ empty: true });
  });

  afterEach(async () => {
    await leave();
    await database.drop();
  });

  async function serve(application_name: string): Promise<void> {
    node = new pg.Client({ connectionString: database.appUrl, application_name });
    node.on('error', () => undefined);
    await node.connect();
  }

  async function leave(): Promise<void> {
    await node?.end();
    node = undefined;
  }

  const field = (key: string, type: EntityField['type'], extra: Partial<EntityField> = {}): EntityField => ({
    key,
    title: key,
    type,
    ...extra,
  });
  const thing = (...fields: readonly EntityField[]): EntityDocument => ({
    schemaVersion: 2,
    name: 'thing',
    title: '物品',
    label: 'name',
    operations: [],
    fields: [field('name', 'string', { maxLength: 40 }), ...fields],
  });
  const documents = (entity: EntityDocument, ...kinds: readonly string[]) => ({
    entities: new Map([[entity.name, entity]]),
    dictionaries: new Map<string, DictionaryDocument>([
      ['kind', { schemaVersion: 2, name: 'kind', title: '类', values: kinds.map((key) => ({ key, title: key })) }],
    ]),
  });

  async function make(
    entity: EntityDocument,
    ...kinds: readonly string[]
  ): Promise<{ statements: readonly string[]; postponed: readonly string[] }> {
    const postponed: string[] = [];
    const options = { urls: database, documents: documents(entity, ...kinds), migrations: [] };
    const statements = await createTables({ ...options, onPostponed: (what) => postponed.push(what) });
    return { statements: [...statements, ...(await createIndexes(options))], postponed };
  }

  const kind = field('kind', 'enum', { dictionary: 'kind' });
  const before = thing(field('note', 'string', { required: true, maxLength: 20 }), field('size', 'int'), kind);
  const after = thing(field('shelf', 'int', { required: true }), { ...field('size', 'int'), required: true }, kind);
  const insertBefore = "insert into thing (id, name, note, kind) values (gen_random_uuid(), 'a', 'b', 'old')";

  it('waits until it is gone, and is then done by the next start', async () => {
    await make(before, 'old', 'plain');
    await serve(sessionName);
    const { postponed } = await make(after, 'plain', 'new');
    expect(postponed).toEqual([
      expect.stringContaining('字段 kind 不再接受 old'),
      expect.stringContaining('新的必填字段 shelf'),
      expect.stringContaining('字段 size 改为必填'),
      expect.stringContaining('去掉字段 note'),
    ]);
    // Both write as their documents have it.
    await node?.query(insertBefore);
    await node?.query("insert into thing (id, name, shelf, size, kind) values (gen_random_uuid(), 'a', 1, 1, 'new')");
    await database.rows('delete from thing');
    expect((await make(after, 'plain', 'new')).statements).toEqual([]);
    await leave();
    await make(after, 'plain', 'new');
    await expect(database.rows(insertBefore)).rejects.toMatchObject({ code: '42703' });
    await expect(
      database.rows("insert into thing (id, shelf, size, kind) values (gen_random_uuid(), 1, 1, 'old')"),
    ).rejects.toMatchObject({ code: '23514' });
    await expect(database.rows('insert into thing (id, size) values (gen_random_uuid(), 1)')).rejects.toMatchObject({
      code: '23502',
    });
    expect(await make(after, 'plain', 'new')).toEqual({ statements: [], postponed: [] });
  });

  it('leaves the queue of an earlier version to nodes that work from it, and drops it after them', async () => {
    const isThere = async () =>
      (await database.rows("select to_regnamespace('pgboss') is not null as there"))[0]?.there;
    await make(before, 'old', 'plain');
    await database.rows(`create schema pgboss authorization "${userOf(database.migratorUrl)}"`);
    await database.rows('create table pgboss.job (id int)');
    await serve(sessionName);
    expect((await make(before, 'old', 'plain')).postponed).toEqual(['the queue of an earlier version']);
    expect(await isThere()).toBe(true);
    await leave();
    expect(await make(before, 'old', 'plain')).toEqual({ statements: ['drop schema pgboss cascade'], postponed: [] });
    expect(await isThere()).toBe(false);
    expect(await make(before, 'old', 'plain')).toEqual({ statements: [], postponed: [] });
  });

  it('does not wait for a node with the same documents', async () => {
    await make(before, 'old', 'plain');
    await serve(`${sessionName} ${tablesDigest(documents(after, 'plain', 'new'))}`);
    expect((await make(after, 'plain', 'new')).postponed).toEqual([]);
  });

  it('stops the start where it cannot be done without: a column renamed, or of another type', async () => {
    await make(thing(field('note', 'string'), field('size', 'int')), 'old');
    await serve(sessionName);
    const renamed = thing({ ...field('remark', 'string'), formerKeys: ['note'] }, field('size', 'date'));
    const error: unknown = await make(renamed, 'old').catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'E_TABLES_OLD_NODES' });
    expect(String(error)).toContain('列 note 改名为 remark');
    expect(String(error)).toContain('字段 size 的类型由 integer 改为 date');
    await leave();
    await make(renamed, 'old');
  });

  it('never makes others wait long for a lock it cannot have', async () => {
    await make(thing(), 'old');
    const reader = new pg.Client({ connectionString: database.appUrl });
    await reader.connect();
    await reader.query('begin');
    await reader.query('select 1 from thing');
    const making = make(thing(field('size', 'int')), 'old');
    let longest = 0;
    for (let tries = 0; tries < 6; tries++) {
      const begin = performance.now();
      await database.rows('select 1 from thing');
      longest = Math.max(longest, performance.now() - begin);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await reader.query('rollback');
    await reader.end();
    expect((await making).statements.join()).toContain('add column "size"');
    expect(longest).toBeLessThan(2500);
  });
});
