import { choiceDefinition, markOf, quote, quoteText } from '../spec/names.ts';
import type { CheckSpec, NamedSpec, TableSpec, UniqueSpec } from '../spec/table-spec.ts';
import type { StoredObject, StoredTable } from './catalogue.ts';
import type { Changes } from './changes.ts';
import { changeColumns, columnSql } from './column-changes.ts';
import { markGenerated } from './generated-columns.ts';
import { changeGrants, type HeldRights, noRights } from './grants.ts';
import { createPartitions } from './partitions.ts';
import { renameColumns } from './renames.ts';
import { futureRows } from './stored-rows.ts';
import { refuseBrokenRule, refuseDuplicates } from './violations.ts';

/** The role the application works with, and what it may do with the tables there are. */
export type RoleOfTables = { readonly appRole: string; readonly held: HeldRights };

/**
 * Finds out what makes or changes a table and what guards its rows. Where it has rows, rules are only announced here
 * (`not valid`) and unique indexes left out: `finishRules` holds the rows against them while others go on writing.
 */
export async function changeTable(
  changes: Changes,
  spec: TableSpec,
  stored: StoredTable | undefined,
  { appRole, held }: RoleOfTables,
): Promise<void> {
  if (stored === undefined) return createTable(changes, spec, appRole);
  if (stored.isPartitioned && spec.partition === undefined) return refuseUnpartitioned(changes, spec);
  const renamed = await renameColumns(changes, spec, stored);
  if (renamed === undefined) return;
  const checks = await wantedChecks(changes, spec, renamed);
  dropOutdated(changes, spec, checks, renamed);
  await changeColumns(changes, spec, renamed);
  await addRules(changes, spec, renamed, checks);
  await changeGrants(changes, spec, held, appRole);
}

/** The checks and unique indexes that are not there yet. */
async function addRules(
  changes: Changes,
  spec: TableSpec,
  stored: StoredTable,
  checks: readonly CheckSpec[],
): Promise<void> {
  const missing = <Spec extends NamedSpec>(wanted: readonly Spec[]) =>
    wanted.filter((one) => !isInPlace(stored.objects, one));
  const [missingChecks, missingIndexes] = [missing(checks), missing(spec.uniqueIndexes)];
  if (missingChecks.length + missingIndexes.length === 0) return;
  const isFilled = await changes.hasRows(spec.name);
  for (const check of missingChecks) await addCheck(changes, spec, stored, check, isFilled);
  for (const index of missingIndexes) await addUniqueIndex(changes, spec, stored, index, isFilled);
}

async function createTable(changes: Changes, spec: TableSpec, appRole: string): Promise<void> {
  const key = `primary key (${spec.primaryKey.map(quote).join(', ')})`;
  const parts = spec.partition === undefined ? '' : ' partition by range (id)';
  changes.run(`create table ${quote(spec.name)} (${[...spec.columns.map(columnSql), key].join(', ')})${parts}`);
  markGenerated(changes, spec);
  if (spec.partition !== undefined) for (const statement of createPartitions(spec.name)) changes.run(statement);
  for (const check of spec.checks) addConstraint(changes, spec, check);
  for (const index of spec.uniqueIndexes) addIndex(changes, index, 'unique index');
  await changeGrants(changes, spec, noRights, appRole);
}

/** Whether the object is there as wanted and whole. */
export function isInPlace(objects: StoredTable['objects'], wanted: NamedSpec): boolean {
  const known = objects.get(wanted.name);
  const isIndex = known?.kind === 'index' || known?.kind === 'unique index';
  // A constraint that rows were not held against yet is there; an index whose building was cut short is not.
  return known?.mark === markOf(wanted) && (known.valid || !isIndex);
}

/** The statements that add a constraint, and the note of its definition. */
export function addConstraint(changes: Pick<Changes, 'run'>, spec: TableSpec, wanted: NamedSpec, suffix = ''): void {
  const name = quote(wanted.name);
  changes.run(`alter table ${quote(spec.name)} add constraint ${name} ${wanted.definition}${suffix}`);
  changes.run(`comment on constraint ${name} on ${quote(spec.name)} is ${quoteText(markOf(wanted))}`);
}

/** The statements that build an index at once, and the note of its definition. */
export function addIndex(changes: Pick<Changes, 'run'>, wanted: NamedSpec, kind: 'index' | 'unique index'): void {
  changes.run(`create ${kind} ${quote(wanted.name)} ${wanted.definition}`);
  changes.run(`comment on index ${quote(wanted.name)} is ${quoteText(markOf(wanted))}`);
}

async function addCheck(
  changes: Changes,
  spec: TableSpec,
  stored: StoredTable,
  check: CheckSpec,
  isFilled: boolean,
): Promise<void> {
  if (isFilled && (await refuseBrokenRule(changes, spec, stored, check))) return;
  const canWait = check.definition.startsWith('check ');
  addConstraint(changes, spec, check, isFilled && canWait ? ' not valid' : '');
}

async function addUniqueIndex(
  changes: Changes,
  spec: TableSpec,
  stored: StoredTable,
  index: UniqueSpec,
  isFilled: boolean,
): Promise<void> {
  if (isFilled) return void (await refuseDuplicates(changes, spec, futureRows(spec, stored), index));
  if (stored.objects.has(index.name) && stored.objects.get(index.name)?.mark === undefined)
    changes.run(`drop index ${quote(index.name)}`);
  addIndex(changes, index, 'unique index');
}

/** The checks to have now: while older nodes serve, a choice still allows the values it allowed them. */
async function wantedChecks(changes: Changes, spec: TableSpec, stored: StoredTable): Promise<readonly CheckSpec[]> {
  const checks: CheckSpec[] = [];
  for (const check of spec.checks) checks.push(await wantedCheck(changes, spec, check, stored.objects.get(check.name)));
  return checks;
}

async function wantedCheck(
  changes: Changes,
  spec: TableSpec,
  check: CheckSpec,
  stored: StoredObject | undefined,
): Promise<CheckSpec> {
  if (check.choice === undefined || stored?.definition === undefined || stored.mark === markOf(check)) return check;
  const { column, values } = check.choice;
  const allowed = [...stored.definition.matchAll(/'((?:[^']|'')*)'::text/g)].map(([, text = '']) =>
    text.replaceAll("''", "'"),
  );
  const gone = allowed.filter((value) => !values.includes(value));
  if (gone.length === 0 || !(await changes.isShared())) return check;
  changes.postponed.push(`${spec.label}：字段 ${column} 不再接受 ${gone.join('、')}`);
  return { name: check.name, definition: choiceDefinition(column, [...values, ...gone].sort()) };
}

/** Drops constraints, indexes and statistics of ours that the documents no longer have or have otherwise. */
function dropOutdated(changes: Changes, spec: TableSpec, checks: readonly CheckSpec[], stored: StoredTable): void {
  const objects = [...checks, ...spec.foreignKeys, ...spec.uniqueIndexes, ...spec.indexes, ...spec.statistics];
  const wanted = new Map(objects.map((object) => [object.name, markOf(object)]));
  for (const [name, { kind, mark }] of stored.objects) {
    if (mark?.startsWith('definition ') !== true || wanted.get(name) === mark) continue;
    const isConstraint = kind === 'check' || kind === 'exclusion' || kind === 'foreign key';
    const what = kind === 'statistics' ? 'statistics' : 'index';
    changes.run(
      isConstraint ? `alter table ${quote(spec.name)} drop constraint ${quote(name)}` : `drop ${what} ${quote(name)}`,
    );
  }
}

function refuseUnpartitioned(changes: Changes, spec: TableSpec): void {
  const [table, parted] = [quote(spec.name), quote(`${spec.name}_parted`)];
  changes.refuse(spec, '表已按月分区，而文档不再分区', [
    `alter table ${table} rename to ${parted};`,
    `create table ${table} (like ${parted} including defaults);`,
    `alter table ${table} add primary key (id);`,
    `insert into ${table} select * from ${parted};`,
    `drop table ${parted};`,
  ]);
}
