import type pg from 'pg';
import { memoizeByIdentity } from '../../../engine/model/cache/index.ts';
import type { DocumentSet } from '../../../engine/model/documents/index.ts';
import { atDocument, DocumentFault, whileAtTable } from '../../kernel/errors/document-fault.ts';
import { StartError } from '../../kernel/errors/start-error.ts';

import { type RoleUrls, userOf } from '../bootstrap/bootstrap.ts';
import { keepFingerprint } from '../bootstrap/key-check.ts';
import { otherNodesServe } from '../connection/other-nodes.ts';
import { readCatalogue, type StoredTable } from '../schema-change/catalogue.ts';
import { Changes } from '../schema-change/changes.ts';
import { readRights } from '../schema-change/grants.ts';
import { changeTable } from '../schema-change/table-changes.ts';
import { describeEntity } from '../spec/describe-entity.ts';
import { digest } from '../spec/names.ts';
import { platformTables } from '../spec/platform-tables.ts';
import { sharedName } from '../spec/shared-names.ts';
import type { TableSpec } from '../spec/table-spec.ts';
import { customColumns, withStoredContent } from './custom-content.ts';
import { dropRetiredQueue } from './drop-retired-queue.ts';
import { watchChanges } from './epochs.ts';
import { type Findings, finishRules, finishTables } from './finish-rules.ts';
import { keepPartitionsOf } from './keep-partitions.ts';
import { droppedColumns, fillRows, migrationKey } from './migrate-rows.ts';
import type { Migration } from './migration.ts';
import { asMigrator } from './migrator-session.ts';
import { partitionTable } from './partition-table.ts';

export type TablesOptions = {
  readonly urls: RoleUrls;
  readonly documents: Pick<DocumentSet, 'entities' | 'dictionaries'> & Partial<Pick<DocumentSet, 'migrations'>>;
  /** Its fingerprint is kept on first use, so that a start with another key is refused. */
  readonly secretKey?: string;
  /** Told what is left for a later start, because nodes with older documents still serve. */
  readonly onPostponed?: (what: string) => void;
};

/** What tables are made with: what has changed since older versions too. */
export type CreateTablesOptions = TablesOptions & { readonly migrations: readonly Migration[] };

/** Every table the product has: those of the entities, then the server's own. */
export const describeTables = memoizeByIdentity((documents: TablesOptions['documents']): readonly TableSpec[] => {
  const ofEntities = [...documents.entities.values()].map((entity) =>
    atDocument({ kind: 'entity', name: entity.name, pointer: '' }, () => describeEntity(entity, documents)),
  );
  const specs = [...ofEntities, ...platformTables.filter((table) => !documents.entities.has(table.name))];
  const shared = sharedName(specs);
  if (shared === undefined) return specs;
  const { name, table, holder } = shared;
  throw new DocumentFault(
    { kind: 'entity', name: table, pointer: '/indexes' },
    `索引的名称 ${name} 已被 ${holder} 占用，请给其中一个索引换一个 key`,
  );
});

/** Tells the tables of one set of documents from those of another; nodes carry it in the name of their sessions. */
export const tablesDigest = memoizeByIdentity((documents: TablesOptions['documents']): string =>
  digest(JSON.stringify(describeTables(documents))),
);

/**
 * Adds the tables, columns, checks and unique indexes that are missing, and runs migrations that have not run. What
 * would lose data is refused, all of it at once, with the migration to write; then nothing is changed at all.
 * Nodes that serve meanwhile go on reading and writing. Answers the statements that were needed: none on a second run.
 */
export function createTables(options: CreateTablesOptions): Promise<readonly string[]> {
  return asMigrator(options.urls.migratorUrl, async (session) => {
    // What was made in the app is read while nobody changes it.
    const specs = describeTables(await withStoredContent(session.client, options.documents));
    const appRole = userOf(options.urls.appUrl);
    await session.transaction((statements) => changeAll(session.client, statements, specs, options));
    const findings: Findings = [];
    const stored = await readCatalogue(session.client);
    const whole = stillWhole(stored, specs);
    for (const spec of whole) {
      const why = await partitionTable(session, spec, appRole);
      if (why !== undefined) findings.push(why);
    }
    const catalogue = whole.length === 0 ? stored : await readCatalogue(session.client);
    refuseAll([...findings, ...(await finishRules(session, specs, catalogue))]);
    await watchChanges(session, specs);
    await keepPartitionsOf(session, specs);
    const digestOfTables = tablesDigest(options.documents);
    const isLeft = await dropRetiredQueue(session, () => otherNodesServe(session.client, appRole, digestOfTables));
    if (isLeft === 'postponed') options.onPostponed?.('the queue of an earlier version');
    return session.statements;
  });
}

/** Adds missing foreign keys and indexes; after `createTables`, and after a bulk load where there is one. */
export function createIndexes(
  options: TablesOptions & {
    /** The rows were just loaded, and nobody serves from them yet. */ readonly isAlone?: boolean;
  },
): Promise<readonly string[]> {
  return asMigrator(options.urls.migratorUrl, async (session) => {
    const documents = await withStoredContent(session.client, options.documents);
    refuseAll(await finishTables(session, describeTables(documents), options.isAlone === true));
    return session.statements;
  });
}

/** Makes the partitions of the months to come and drops those outlived; nothing where another node is at it. */
export function keepPartitions(options: Pick<TablesOptions, 'urls' | 'documents'>, now = Date.now()): Promise<void> {
  return asMigrator(options.urls.migratorUrl, (session) =>
    keepPartitionsOf(session, describeTables(options.documents), now),
  );
}

function refuseAll(refusals: readonly string[]): void {
  if (refusals.length > 0) throw new StartError('E_TABLES', { got: refusals.join('\n'), refusals });
}

/** One short transaction: reads what is to be done, refuses what cannot be, then does it. */
async function changeAll(
  client: pg.ClientBase,
  done: string[],
  specs: readonly TableSpec[],
  options: CreateTablesOptions,
): Promise<void> {
  const appRole = userOf(options.urls.appUrl);
  await runMigrations(client, done, options);
  let isShared: Promise<boolean> | undefined;
  const custom = await customColumns(client);
  const changes = new Changes(
    client,
    () => {
      isShared ??= otherNodesServe(client, appRole, tablesDigest(options.documents));
      return isShared;
    },
    { kept: custom.kept, dropped: new Set([...droppedColumns(options.documents), ...custom.dropped]) },
  );
  const stored = await readCatalogue(client);
  const role = { appRole, held: await readRights(client, appRole) };
  for (const spec of specs)
    await whileAtTable(spec.name, () => changeTable(changes, spec, stored.get(spec.name), role));
  refuseAll(changes.refusals);
  if (changes.blocked.length > 0) throw new StartError('E_TABLES_OLD_NODES', { got: changes.blocked.join('\n') });
  for (const statement of changes.statements) {
    done.push(statement);
    const [, table = ''] = /^(?:create|alter) .*?\b(?:table|on) "([a-z_]+)"/s.exec(statement) ?? [];
    await whileAtTable(table, () => client.query(statement));
  }
  if (options.secretKey !== undefined) await keepFingerprint(client, options.secretKey);
  for (const what of changes.postponed) options.onPostponed?.(what);
}

/** Tables that shall be kept by month and are not yet. */
function stillWhole(stored: ReadonlyMap<string, StoredTable>, specs: readonly TableSpec[]): readonly TableSpec[] {
  return specs.filter((spec) => spec.partition !== undefined && stored.get(spec.name)?.isPartitioned === false);
}

async function runMigrations(
  client: pg.ClientBase,
  done: string[],
  { documents, migrations }: CreateTablesOptions,
): Promise<void> {
  await client.query(
    'create table if not exists schema_migration (key text primary key, ran_at timestamptz(3) not null default now())',
  );
  const { rows } = await client.query<{ key: string }>('select key from schema_migration');
  const ran = new Set(rows.map((row) => row.key));
  // A database that is still empty is made from the documents as they are; old migrations have nothing to change there.
  const isEmpty = !(await hasTables(client));
  const once = async (key: string, run: () => Promise<void>) => {
    if (ran.has(key)) return;
    if (!isEmpty) await run();
    await client.query('insert into schema_migration (key) values ($1)', [key]);
  };
  for (const { key, statements } of migrations)
    await once(key, async () => {
      for (const statement of statements) {
        done.push(statement);
        await client.query(statement);
      }
    });
  for (const migration of documents.migrations?.values() ?? [])
    await once(migrationKey(migration), async () => {
      done.push(...(await fillRows(client, migration, documents)));
    });
}

/** Whether a start has made tables here before: all of them come in one transaction, with those of the server. */
async function hasTables(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query("select 1 where to_regclass('public.number_sequence') is not null");
  return rows.length > 0;
}
