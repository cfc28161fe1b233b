import { afterEach, beforeEach, expect, it } from 'vitest';
import type {
  EntityDocument,
  EntityField,
  MigrationDocument,
  MigrationStep,
} from '../../../engine/model/documents/index.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { connectDatabase } from '../connection/connect.ts';
import { nodeUrl } from '../connection/other-nodes.ts';
import { createIndexes, createTables } from './tables.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
});

afterEach(() => database.drop());

const parcel = (...fields: readonly EntityField[]): EntityDocument => ({
  schemaVersion: 2,
  name: 'parcel',
  title: '包裹',
  label: 'title',
  operations: [],
  fields: [{ key: 'title', title: '标题', type: 'string' }, ...fields],
});

const fax: EntityField = { key: 'fax', title: '传真', type: 'string' };
const note: EntityField = { key: 'note', title: '备注', type: 'text' };
const grams: EntityField = { key: 'weightGrams', title: '克', type: 'int', required: true };

const migration = (name: string, ...steps: readonly MigrationStep[]): MigrationDocument => ({
  schemaVersion: 2,
  name,
  title: name,
  steps: [...steps],
});

async function start(entity: EntityDocument, ...migrations: readonly MigrationDocument[]): Promise<readonly string[]> {
  const documents = {
    entities: new Map([[entity.name, entity]]),
    dictionaries: new Map(),
    migrations: new Map(migrations.map((one) => [one.name, one])),
  };
  const options = { urls: database, documents, migrations: [] };
  return [...(await createTables(options)), ...(await createIndexes(options))];
}

const rows = (columns: string) => database.rows(`select ${columns} from parcel order by title`);
const insert = (columns: string, values: string) =>
  database.rows(`insert into parcel (id, ${columns}) values (gen_random_uuid(), ${values})`);

const intoNote = migration('0001-fax-into-note', {
  key: 'fax',
  entity: 'parcel',
  former: [{ key: 'fax', title: '传真', type: 'string' }],
  fill: { note: "record.note == null ? record.fax : record.note + ' ' + record.fax" },
  where: 'record.fax != null',
  drop: ['fax'],
});

it('moves what a field held into another and drops it, once', async () => {
  await start(parcel(fax, note));
  await insert('title, fax, note', "'a', '021-1', null");
  await insert('title, fax, note', "'b', '021-2', 'ring first'");
  await insert('title, note', "'c', 'no fax'");
  await start(parcel(note), intoNote);
  expect(await rows('title, note')).toEqual([
    { title: 'a', note: '021-1' },
    { title: 'b', note: 'ring first 021-2' },
    { title: 'c', note: 'no fax' },
  ]);
  expect(Object.keys((await rows('*'))[0] ?? {})).not.toContain('fax');
  expect(await start(parcel(note), intoNote)).toEqual([]);
});

it('keeps a field that holds something where no migration drops it', async () => {
  await start(parcel(fax, note));
  await insert('title, fax', "'a', '021-1'");
  await expect(start(parcel(note))).rejects.toThrow('"drop": ["fax"]');
  expect(await rows('fax')).toEqual([{ fax: '021-1' }]);
});

it('fills a new required field from the rows, which then is required', async () => {
  const kilos: EntityField = { key: 'weightKilos', title: '千克', type: 'decimal' };
  await start(parcel(kilos));
  await insert('title, weight_kilos', "'a', 1.5");
  await insert('title', "'b'");
  await expect(start(parcel(kilos, grams))).rejects.toThrow('"fill": { "weightGrams": "…" }');
  const filled = migration('0001-grams', {
    key: 'grams',
    entity: 'parcel',
    fill: { weightGrams: 'round(coalesce(record.weightKilos, 0) * 1000)' },
  });
  await start(parcel(kilos, grams), filled);
  expect(await rows('title, weight_grams')).toEqual([
    { title: 'a', weight_grams: 1500 },
    { title: 'b', weight_grams: 0 },
  ]);
  await expect(insert('title', "'c'")).rejects.toMatchObject({ code: '23502' });
});

it('changes nothing at all where a step fails, and says which', async () => {
  await start(parcel(fax, note));
  await insert('title, fax', "'a', 'twelve'");
  const short = { ...note, key: 'short', type: 'string' as const, maxLength: 3 };
  const first = migration('0001-note', { key: 'note', entity: 'parcel', fill: { note: "'filled'" } });
  const second = migration('0002-short', { key: 'cut', entity: 'parcel', fill: { short: 'record.fax' } });
  await expect(start(parcel(fax, note, short), first, second)).rejects.toMatchObject({
    code: 'E_TABLES',
    message: expect.stringContaining('migrations/0002-short.json#/steps/cut'),
  });
  expect(await rows('note')).toEqual([{ note: null }]);
  expect(await database.rows("select key from schema_migration where key like 'documents/%'")).toEqual([]);
});

it('reads a column under its former name where the field is renamed in the same version', async () => {
  await start(parcel(fax));
  await insert('title, fax', "'a', '021-1'");
  const renamed: EntityField = { key: 'faxNumber', title: '传真', type: 'string', formerKeys: ['fax'] };
  const filled = migration('0001-note', { key: 'note', entity: 'parcel', fill: { note: 'record.faxNumber' } });
  await start(parcel(renamed, note), filled);
  expect(await rows('fax_number, note')).toEqual([{ fax_number: '021-1', note: '021-1' }]);
});

it('does nothing in a database that is made new, nor later in the same one', async () => {
  await start(parcel(note), intoNote);
  await insert('title, note', "'a', 'kept'");
  expect(await start(parcel(note), intoNote)).toEqual([]);
  expect(await rows('note')).toEqual([{ note: 'kept' }]);
});

it('leaves a dropped field to nodes that still read it, and drops it once they are gone', async () => {
  await start(parcel(fax, note));
  await insert('title, fax', "'a', '021-1'");
  const old = connectDatabase({ url: nodeUrl(database.appUrl, 'older documents'), max: 1 });
  try {
    await old.db.selectFrom('parcel').select('fax').execute();
    await start(parcel(note), intoNote);
    expect(await rows('fax, note')).toEqual([{ fax: '021-1', note: '021-1' }]);
  } finally {
    await old.close();
  }
  await start(parcel(note), intoNote);
  expect(Object.keys((await rows('*'))[0] ?? {})).not.toContain('fax');
});
