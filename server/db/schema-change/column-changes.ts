import { quote } from '../spec/names.ts';
import type { ColumnSpec, TableSpec } from '../spec/table-spec.ts';
import type { StoredColumn, StoredTable } from './catalogue.ts';
import type { Changes } from './changes.ts';
import { constantOf, isRewritten, isWider, lengthOf } from './column-type.ts';
import { addGenerated, dropOutdatedGenerated, generatedSql, isGenerated } from './generated-columns.ts';
import { presentRows } from './stored-rows.ts';

/** A table whose columns are being compared; `rows` is what may stand after `from`. */
type Table = { readonly spec: TableSpec; readonly rows: string };

/** Brings the columns of a table that is there to what they shall be; refuses whatever would lose data. */
export async function changeColumns(changes: Changes, spec: TableSpec, before: StoredTable): Promise<void> {
  const stored = dropOutdatedGenerated(changes, spec, before);
  const table = { spec, rows: presentRows(spec.name, stored) };
  for (const column of spec.columns) {
    if (isGenerated(column)) continue;
    const known = stored.columns.get(column.name);
    if (known === undefined) await addColumn(changes, table, column);
    else await changeColumn(changes, table, column, known);
  }
  const wanted = new Set(spec.columns.map((column) => column.name));
  for (const [name, column] of stored.columns)
    if (!wanted.has(name) && !changes.isKept(spec, name)) await dropColumn(changes, table, name, column);
  const isAdded = spec.columns.some((column) => isGenerated(column) && !stored.columns.has(column.name));
  if (isAdded && (await changes.isRewriteBlocked(spec, '新增由系统生成的列'))) return;
  addGenerated(changes, spec, stored);
}

/** A column as CREATE TABLE and ADD COLUMN write it. */
export function columnSql(column: ColumnSpec): string {
  if (isGenerated(column)) return generatedSql(column);
  const { name, type, notNull, byDefault } = column;
  return `${quote(name)} ${type}${notNull ? ' not null' : ''}${byDefault === undefined ? '' : ` default ${byDefault}`}`;
}

async function addColumn(changes: Changes, { spec, rows }: Table, column: ColumnSpec): Promise<void> {
  const table = quote(spec.name);
  const add = (wanted: ColumnSpec) => `alter table ${table} add column ${columnSql(wanted)}`;
  if (!column.notNull || column.byDefault !== undefined) return changes.run(add(column));
  const optional = add({ ...column, notNull: false });
  const require = `alter table ${table} alter column ${quote(column.name)} set not null`;
  if (await changes.holds(`select 1 from ${rows}`)) {
    return changes.refuse(spec, `新的必填字段 ${column.name} 没有默认值，而表中已有数据`, [
      `"fill": { "${fieldKey(column.name)}": "…" }`,
    ]);
  }
  changes.run(optional);
  await changes.runAlone(spec, `新的必填字段 ${column.name} 暂可为空`, require);
}

async function changeColumn(changes: Changes, table: Table, column: ColumnSpec, stored: StoredColumn): Promise<void> {
  const { spec, rows } = table;
  const alter = `alter table ${quote(spec.name)} alter column ${quote(column.name)}`;
  if (stored.type !== column.type && !(await changeType(changes, table, column, stored))) return;
  if (constantOf(stored.byDefault) !== constantOf(column.byDefault)) {
    changes.run(column.byDefault === undefined ? `${alter} drop default` : `${alter} set default ${column.byDefault}`);
  }
  if (stored.notNull && !column.notNull) changes.run(`${alter} drop not null`);
  if (stored.notNull || !column.notNull) return;
  if (!(await changes.holds(`select 1 from ${rows} where ${quote(column.name)} is null`))) {
    await changes.runAlone(spec, `字段 ${column.name} 改为必填`, `${alter} set not null`);
    return;
  }
  const key = fieldKey(column.name);
  changes.refuse(spec, `字段 ${column.name} 改为必填，而已有数据中为空`, [
    `"fill": { "${key}": "…" }, "where": "record.${key} == null"`,
  ]);
}

/** Answers whether the column then has its type, now or once the older nodes are gone. */
async function changeType(
  changes: Changes,
  { spec, rows }: Table,
  column: ColumnSpec,
  stored: StoredColumn,
): Promise<boolean> {
  const alter = `alter table ${quote(spec.name)} alter column ${quote(column.name)} type ${column.type}`;
  const what = `字段 ${column.name} 的类型由 ${stored.type} 改为 ${column.type}`;
  if (isWider(column.type, stored.type)) {
    const rewrites = isRewritten(column.type, stored.type);
    if (!rewrites || !(await changes.isRewriteBlocked(spec, what))) changes.run(alter);
    return true;
  }
  const length = lengthOf(column.type);
  const isText = length !== undefined && lengthOf(stored.type, true) !== undefined;
  const tooLong = `select 1 from ${rows} where char_length(${quote(column.name)}) > ${length}`;
  if (isText && !(await changes.holds(tooLong))) {
    await changes.runAlone(spec, what, alter);
    return true;
  }
  if (!(await changes.hasValues(rows, column.name))) {
    if (await changes.isBlocked(spec, what)) return true;
    changes.run(`alter table ${quote(spec.name)} alter column ${quote(column.name)} drop default`);
    changes.run(`${alter} using null::${column.type}`);
    if (column.byDefault !== undefined)
      changes.run(`alter table ${quote(spec.name)} alter column ${quote(column.name)} set default ${column.byDefault}`);
    return true;
  }
  const using = isText ? `left(${quote(column.name)}, ${length})` : '…';
  changes.refuse(spec, `${what}，已有数据可能丢失`, [`${alter} using ${using};`]);
  return false;
}

async function dropColumn(
  changes: Changes,
  { spec, rows }: Table,
  name: string,
  { notNull, byDefault }: StoredColumn,
): Promise<void> {
  const drop = `alter table ${quote(spec.name)} drop column ${quote(name)}`;
  if (!changes.mayDrop(spec, name) && (await changes.hasValues(rows, name)))
    return changes.refuse(spec, `字段 ${name} 已从文档中去掉，但表中仍有其数据`, [`"drop": ["${fieldKey(name)}"]`]);
  const isGone = await changes.runAlone(spec, `去掉字段 ${name}`, drop);
  // Until it goes nobody has to fill it in.
  if (!isGone && notNull && byDefault === undefined)
    changes.run(`alter table ${quote(spec.name)} alter column ${quote(name)} drop not null`);
}

/** `owner_dept_id` → `ownerDeptId`: what a migration calls the field of a column. */
function fieldKey(column: string): string {
  return column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
