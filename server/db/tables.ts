import pg from 'pg';
import type { DocumentSet } from '../../engine/model/index.ts';
import { StartError } from '../start-error.ts';
import { bootstrapLock, type RoleUrls, userOf } from './bootstrap.ts';
import { type Migration, migrations as shippedMigrations } from './migrations.ts';
import { keyFingerprint } from './role-password.ts';
import { readCatalogue, type StoredTable } from './tables/catalogue.ts';
import { Changes } from './tables/changes.ts';
import { describeEntity } from './tables/describe-entity.ts';
import { platformTables } from './tables/platform-tables.ts';
import { changeTable, finishTable } from './tables/table-changes.ts';
import type { TableSpec } from './tables/table-spec.ts';

export type TablesOptions = {
  readonly urls: RoleUrls;
  readonly documents: Pick<DocumentSet, 'entities' | 'dictionaries'>;
  readonly migrations?: readonly Migration[];
  /** Its fingerprint is kept on first use, so that a start with another key is refused. */
  readonly secretKey?: string;
};

/** Every table the product has: those of the entities, then the server's own. */
export function describeTables(documents: TablesOptions['documents']): readonly TableSpec[] {
  const ofEntities = [...documents.entities.values()].map((entity) => describeEntity(entity, documents));
  return [...ofEntities, ...platformTables.filter((table) => !documents.entities.has(table.name))];
}

/**
 * Adds the tables, columns, checks and unique indexes that are missing, and runs migrations that have not run. What
 * would lose data is refused, all of it at once, with the migration to write; then nothing is changed at all.
 * Answers the statements that were needed: none on a second run.
 */
export function createTables(options: TablesOptions): Promise<readonly string[]> {
  return change(options, async (client, changes, appRole) => {
    await runMigrations(client, changes, options.migrations ?? shippedMigrations);
    const stored = await readCatalogue(client);
    for (const spec of describeTables(options.documents))
      await changeTable(changes, spec, stored.get(spec.name), appRole);
    if (options.secretKey !== undefined) await keepFingerprint(client, options.secretKey);
  });
}

async function keepFingerprint(client: pg.Client, secretKey: string): Promise<void> {
  const value = JSON.stringify(keyFingerprint(secretKey));
  await client.query("insert into schema_state (key, value) values ('keyFingerprint', $1) on conflict do nothing", [
    value,
  ]);
}

/** Adds missing foreign keys and indexes; after `createTables`, and after a bulk load where there is one. */
export function createIndexes(options: TablesOptions): Promise<readonly string[]> {
  return change(options, async (client, changes) => {
    const stored: ReadonlyMap<string, StoredTable> = await readCatalogue(client);
    for (const spec of describeTables(options.documents)) await finishTable(changes, spec, stored.get(spec.name));
  });
}

type Work = (client: pg.Client, changes: Changes, appRole: string) => Promise<void>;

/** One transaction of the migrator's; a second node waits until the first is through and then finds nothing to do. */
async function change({ urls }: TablesOptions, work: Work): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: urls.migratorUrl, application_name: 'tables' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin');
    await client.query('set local lock_timeout = 0');
    await client.query('select pg_advisory_xact_lock($1)', [bootstrapLock]);
    await client.query("set local lock_timeout = '30s'");
    const changes = new Changes(client);
    await work(client, changes, userOf(urls.appUrl));
    if (changes.refusals.length > 0)
      throw new StartError('E_TABLES', { got: changes.refusals.join('\n'), refusals: changes.refusals });
    await client.query('commit');
    return changes.statements;
  } finally {
    // Ending the session rolls back whatever was not committed.
    await client.end();
  }
}

async function runMigrations(client: pg.Client, changes: Changes, migrations: readonly Migration[]): Promise<void> {
  await client.query(
    'create table if not exists schema_migration (key text primary key, ran_at timestamptz(3) not null default now())',
  );
  const { rows } = await client.query<{ key: string }>('select key from schema_migration');
  const ran = new Set(rows.map((row) => row.key));
  // A database that is still empty is made from the documents as they are; old migrations have nothing to change there.
  const isEmpty = !(await changes.holds(
    "select 1 from pg_class where relnamespace = 'public'::regnamespace and relname = 'schema_state'",
  ));
  for (const { key, statements } of migrations.filter((migration) => !ran.has(migration.key))) {
    for (const statement of isEmpty ? [] : statements) await changes.run(statement);
    await client.query('insert into schema_migration (key) values ($1)', [key]);
  }
}
