import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it } from 'vitest';
import type { DocumentSet, EntityDocument, EntityField } from '../../../engine/model/documents/index.ts';
import { Random } from '../../demo/crm/values/random.ts';
import { readDocuments } from '../../product/documents.ts';
import { builtProgram } from '../../testing/built/built-server.ts';
import { dumpCatalogue } from '../../testing/catalogue-dump.ts';
import { temporaryFolder } from '../../testing/cluster.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { createIndexes, createTables } from './tables.ts';

const isDeep = process.env.TEST_DEPTH === 'deep';
const kills = isDeep ? 50 : 3;
const folder = temporaryFolder();
const random = new Random(7);
const running = new Set<ChildProcess>();

afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

type Documents = Pick<DocumentSet, 'entities' | 'dictionaries'>;
type Child = { readonly child: ChildProcess; next(): Promise<void> };

async function startChild(database: TestDatabase, documents: Documents): Promise<Child> {
  const file = path.join(folder, `${database.name}.json`);
  const { migratorUrl, appUrl } = database;
  const [entities, dictionaries] = [[...documents.entities.values()], [...documents.dictionaries.values()]];
  writeFileSync(file, JSON.stringify({ migratorUrl, appUrl, entities, dictionaries }));
  const child = spawn(process.execPath, [builtProgram('start-tables'), file], { stdio: ['pipe', 'pipe', 'inherit'] });
  running.add(child);
  const lines = createInterface({ input: child.stdout });
  const next = () =>
    new Promise<void>((resolve, reject) => {
      lines.once('line', () => resolve());
      child.once('exit', (code) => reject(new TypeError(`the start ended with ${code}`)));
    });
  await next();
  return { child, next };
}

async function make(database: TestDatabase, documents: Documents): Promise<void> {
  const options = { urls: database, documents, migrations: [] };
  await createTables(options);
  await createIndexes(options);
}

/** Kills starts at moments spread over the time an undisturbed one takes; what is made in the end must be the same. */
async function killStarts(documents: Documents, prepare: (database: TestDatabase) => Promise<void>): Promise<number> {
  const fresh = async () => {
    const database = await createTestDatabase({ empty: true });
    await prepare(database);
    return database;
  };
  const undisturbed = await fresh();
  const whole = await startChild(undisturbed, documents);
  const begin = performance.now();
  whole.child.stdin?.write('go\n');
  await whole.next();
  const span = performance.now() - begin;
  const expected = await dumpCatalogue(undisturbed);
  await undisturbed.drop();
  let cut = 0;
  for (let place = 0; place < kills; place++) {
    const database = await fresh();
    const { child } = await startChild(database, documents);
    child.stdin?.write('go\n');
    await new Promise((resolve) => setTimeout(resolve, (span * (place + random.next())) / kills));
    child.kill('SIGKILL');
    await make(database, documents);
    const dump = await dumpCatalogue(database);
    expect(dump.filter((line) => !expected.includes(line))).toEqual([]);
    expect(dump).toEqual(expected);
    cut += child.signalCode === 'SIGKILL' ? 1 : 0;
    await database.drop();
  }
  return cut;
}

const field = (key: string, type: EntityField['type'], extra: Partial<EntityField> = {}): EntityField => ({
  key,
  title: key,
  type,
  ...extra,
});

const entity = (name: string, fields: readonly EntityField[], extra: Partial<EntityDocument> = {}): EntityDocument => ({
  schemaVersion: 2,
  name,
  title: name,
  label: 'name',
  operations: [],
  fields: [field('name', 'string', { maxLength: 40, searchable: true }), ...fields],
  ...extra,
});

const documentsOf = (...entities: readonly EntityDocument[]): Documents => ({
  entities: new Map(entities.map((each) => [each.name, each])),
  dictionaries: new Map(),
});

describe('a start that is killed in the middle and done again makes the same tables', { timeout: 1_200_000 }, () => {
  it('of an empty database', async () => {
    // How tables are made is the same for few as for many; the deep run makes those of the whole product.
    const product = isDeep ? '../../../schemas' : '../../../e2e/fixtures/library';
    const { documents } = readDocuments(path.resolve(import.meta.dirname, product));
    expect(await killStarts(documents, async () => undefined)).toBeGreaterThan(0);
  });

  it('of one with rows, whose documents have changed', async () => {
    const before = documentsOf(
      entity('place', []),
      entity('visit', [field('placeId', 'ref', { ref: 'place' }), field('code', 'string', { maxLength: 20 })]),
      entity('trace', [], { appendOnly: true }),
    );
    const after = documentsOf(
      entity('place', [field('parentId', 'ref', { ref: 'place' })], { tree: { parent: 'parentId' } }),
      entity(
        'visit',
        [
          field('placeId', 'ref', { ref: 'place' }),
          field('code', 'string', { maxLength: 40, unique: true }),
          field('size', 'int', { required: true, defaultValue: '1', sortable: true }),
        ],
        {
          indexes: [
            { key: 'nameSize', fields: ['name', '-size'] },
            { key: 'once', fields: ['placeId', 'code'], unique: true },
          ],
          constraints: [{ key: 'size', check: 'record.size > 0' }],
        },
      ),
      entity('trace', [field('visitId', 'ref', { ref: 'visit' })], { appendOnly: true, partition: 'month' }),
    );
    const fill = async (database: TestDatabase) => {
      await make(database, before);
      await database.rows("insert into place (id, name) select uuidv7(), 'p' || n from generate_series(1, 50) n");
      await database.rows(
        "insert into visit (id, name, code, place_id) select uuidv7(), md5(n::text), 'c' || n, (select id from place limit 1) from generate_series(1, 8000) n",
      );
      await database.rows('insert into trace (id, name) select uuidv7(), md5(n::text) from generate_series(1, 8000) n');
    };
    expect(await killStarts(after, fill)).toBeGreaterThan(0);
  });
});
