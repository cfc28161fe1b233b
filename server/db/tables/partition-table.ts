import { readCatalogue } from '../schema-change/catalogue.ts';
import { Changes } from '../schema-change/changes.ts';
import { changeGrants, noRights } from '../schema-change/grants.ts';
import { historyName, idAt, restName } from '../schema-change/partitions.ts';
import { addConstraint, addIndex } from '../schema-change/table-changes.ts';
import { beginOf, type Month, monthOf, monthsLater } from '../spec/month.ts';
import { objectName, quote } from '../spec/names.ts';
import type { TableSpec } from '../spec/table-spec.ts';
import type { MigratorSession } from './migrator-session.ts';

const days = 86_400_000;

/**
 * Makes a table that is kept whole into one kept by month: what it holds becomes its first partition, where it lies,
 * and nobody who reads or writes notices. Answers why not, where ids were not made by the clock.
 */
export async function partitionTable(
  session: MigratorSession,
  spec: TableSpec,
  appRole: string,
  now = Date.now(),
): Promise<string | undefined> {
  // Rows of the next days still belong to the first part, should this be cut short and done again later.
  const until = monthsLater(monthOf(now + 2 * days), 1);
  const { rows } = await session.client.query(
    `select id from ${quote(spec.name)} where id >= ${idAt(beginOf(until))} limit 1`,
  );
  if (rows.length > 0) return refusal(spec, until);
  const bound = `${historyName(spec.name, until)}_bound`.slice(-63);
  await announceBound(session, spec, bound, until);
  const statements = await attachStatements(session, spec, bound, until, appRole);
  await session.apply(statements);
  return undefined;
}

function refusal(spec: TableSpec, until: Month): string {
  const table = quote(spec.name);
  return [
    `${spec.label}：改为按月分区，而表中有编号不是按时间生成的（UUID v7）。需编写迁移：`,
    `    update ${table} set id = … where id >= ${idAt(beginOf(until))};`,
  ].join('\n');
}

/** With the bound known to hold, the rows need not be read again while the table is locked. */
async function announceBound(session: MigratorSession, spec: TableSpec, bound: string, until: Month): Promise<void> {
  const table = quote(spec.name);
  const { rows } = await session.client.query<{ name: string }>(
    String.raw`select conname as name from pg_constraint where conrelid = to_regclass($1) and conname like '%\_before\_%\_bound'`,
    [table],
  );
  await session.apply([
    ...rows.map(({ name }) => `alter table ${table} drop constraint ${quote(name)}`),
    `alter table ${table} add constraint ${quote(bound)} check (id < ${idAt(beginOf(until))}) not valid`,
  ]);
  await session.run(`alter table ${table} validate constraint ${quote(bound)}`);
}

async function attachStatements(
  session: MigratorSession,
  spec: TableSpec,
  bound: string,
  until: Month,
  appRole: string,
): Promise<readonly string[]> {
  const [table, history] = [quote(spec.name), quote(historyName(spec.name, until))];
  const changes = new Changes(session.client, async () => false);
  const { indexes, keys } = await dependants(session, spec.name);
  for (const { owner, name } of keys) changes.run(`alter table ${owner} drop constraint ${quote(name)}`);
  changes.run(`alter table ${table} rename to ${history}`);
  for (const name of indexes)
    changes.run(`alter index ${quote(name)} rename to ${quote(objectName(name, 'before', String(beginOf(until))))}`);
  changes.run(
    `create table ${table} (like ${history} including defaults including generated including comments) partition by range (id)`,
  );
  changes.run(`alter table ${table} add primary key (id)`);
  changes.run(
    `alter table ${table} attach partition ${history} for values from (minvalue) to (${idAt(beginOf(until))})`,
  );
  changes.run(`alter table ${history} drop constraint ${quote(bound)}`);
  changes.run(`create table ${quote(restName(spec.name))} partition of ${table} default`);
  const stored = (await readCatalogue(session.client)).get(spec.name);
  const isThere = ({ name }: { readonly name: string }) => stored?.objects.has(name) === true;
  // What the first part has already is taken over as it is.
  for (const rule of [...spec.checks, ...spec.foreignKeys].filter(isThere)) addConstraint(changes, spec, rule);
  for (const index of spec.indexes.filter(isThere)) addIndex(changes, index, 'index');
  await changeGrants(changes, spec, noRights, appRole);
  changes.run(`revoke all on ${history} from ${quote(appRole)}`);
  return changes.statements;
}

type Dependants = {
  readonly indexes: readonly string[];
  /** Foreign keys of other tables, to be made again on the new table; `owner` is quoted. */
  readonly keys: readonly { readonly owner: string; readonly name: string }[];
};

async function dependants(session: MigratorSession, table: string): Promise<Dependants> {
  const { rows: indexes } = await session.client.query<{ name: string }>(
    'select indexrelid::regclass::text as name from pg_index where indrelid = to_regclass($1) order by 1',
    [quote(table)],
  );
  const { rows: keys } = await session.client.query<{ owner: string; name: string }>(
    "select conrelid::regclass::text as owner, conname as name from pg_constraint where confrelid = to_regclass($1) and contype = 'f' order by 1, 2",
    [quote(table)],
  );
  return { indexes: indexes.map((row) => row.name.replaceAll('"', '')), keys };
}
