import type { StoredObject, StoredTable } from './catalogue.ts';
import type { Changes } from './changes.ts';
import { changeColumns, columnSql } from './column-changes.ts';
import { digest, quote, quoteText } from './names.ts';
import { renameColumns } from './renames.ts';
import type { NamedSpec, TableSpec } from './table-spec.ts';

/** Makes or changes a table, with what guards its rows: columns, checks, unique indexes, grants. */
export async function changeTable(
  changes: Changes,
  spec: TableSpec,
  stored: StoredTable | undefined,
  appRole: string,
): Promise<void> {
  if (stored === undefined) {
    const key = `primary key (${spec.primaryKey.map(quote).join(', ')})`;
    await changes.run(`create table ${quote(spec.name)} (${[...spec.columns.map(columnSql), key].join(', ')})`);
  } else {
    const renamed = await renameColumns(changes, spec, stored);
    if (renamed === undefined) return;
    await dropOutdated(changes, spec, renamed);
    await changeColumns(changes, spec, renamed);
  }
  const objects = stored?.objects ?? new Map();
  for (const check of spec.checks) await ensureConstraint(changes, spec, check, objects);
  for (const index of spec.uniqueIndexes) await ensureIndex(changes, spec, index, objects, 'unique index');
  await grant(changes, spec, stored === undefined, appRole);
}

/** Adds what slows a bulk load down: foreign keys and the indexes that only serve reading. */
export async function finishTable(changes: Changes, spec: TableSpec, stored: StoredTable | undefined): Promise<void> {
  const objects = stored?.objects ?? new Map();
  for (const key of spec.foreignKeys) await ensureConstraint(changes, spec, key, objects);
  for (const index of spec.indexes) await ensureIndex(changes, spec, index, objects, 'index');
}

const markOf = ({ definition }: NamedSpec) => `definition ${digest(definition)}`;

/** Drops constraints and indexes of ours that the documents no longer have or have otherwise. */
async function dropOutdated(changes: Changes, spec: TableSpec, stored: StoredTable): Promise<void> {
  const wanted = new Map(
    [...spec.checks, ...spec.foreignKeys, ...spec.uniqueIndexes, ...spec.indexes].map((object) => [
      object.name,
      markOf(object),
    ]),
  );
  for (const [name, { kind, mark }] of stored.objects) {
    if (mark?.startsWith('definition ') !== true || wanted.get(name) === mark) continue;
    const isIndex = kind === 'index' || kind === 'unique index';
    await changes.run(
      isIndex ? `drop index ${quote(name)}` : `alter table ${quote(spec.name)} drop constraint ${quote(name)}`,
    );
  }
}

type Objects = ReadonlyMap<string, StoredObject>;

function isInPlace(objects: Objects, wanted: NamedSpec): boolean {
  return objects.get(wanted.name)?.mark === markOf(wanted);
}

async function ensureConstraint(changes: Changes, spec: TableSpec, wanted: NamedSpec, objects: Objects): Promise<void> {
  if (isInPlace(objects, wanted)) return;
  const add = `alter table ${quote(spec.name)} add constraint ${quote(wanted.name)} ${wanted.definition}`;
  const complaint = await changes.attempt(add);
  if (complaint !== undefined)
    return changes.refuse(spec, `已有数据不满足 ${wanted.name}（${complaint}）`, [
      `update ${quote(spec.name)} set …;  -- ${wanted.definition}`,
    ]);
  await changes.run(
    `comment on constraint ${quote(wanted.name)} on ${quote(spec.name)} is ${quoteText(markOf(wanted))}`,
  );
}

async function ensureIndex(
  changes: Changes,
  spec: TableSpec,
  wanted: NamedSpec,
  objects: Objects,
  kind: 'index' | 'unique index',
): Promise<void> {
  if (isInPlace(objects, wanted)) return;
  const complaint = await changes.attempt(`create ${kind} ${quote(wanted.name)} ${wanted.definition}`);
  if (complaint !== undefined)
    return changes.refuse(spec, `已有数据重复（${complaint}）`, [
      `update ${quote(spec.name)} set …;  -- ${wanted.name} ${wanted.definition}`,
    ]);
  await changes.run(`comment on index ${quote(wanted.name)} is ${quoteText(markOf(wanted))}`);
}

async function grant(changes: Changes, spec: TableSpec, isNew: boolean, appRole: string): Promise<void> {
  const all = ['select', 'insert', 'update', 'delete'] as const;
  for (const right of all) {
    const wanted = spec.grants.includes(right);
    const held =
      !isNew &&
      (await changes.holds(
        `select 1 where has_table_privilege(${quoteText(appRole)}, ${quoteText(quote(spec.name))}, '${right}')`,
      ));
    if (wanted && !held) await changes.run(`grant ${right} on ${quote(spec.name)} to ${quote(appRole)}`);
    if (!wanted && held) await changes.run(`revoke ${right} on ${quote(spec.name)} from ${quote(appRole)}`);
  }
}
