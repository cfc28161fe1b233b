import type { StoredColumn, StoredTable } from './catalogue.ts';
import type { Changes } from './changes.ts';
import { quote } from './names.ts';
import type { ColumnSpec, TableSpec } from './table-spec.ts';

/** Brings the columns of a table that is there to what they shall be; refuses whatever would lose data. */
export async function changeColumns(changes: Changes, spec: TableSpec, stored: StoredTable): Promise<void> {
  for (const column of spec.columns) {
    const known = stored.columns.get(column.name);
    if (known === undefined) await addColumn(changes, spec, column);
    else await changeColumn(changes, spec, column, known);
  }
  const wanted = new Set(spec.columns.map((column) => column.name));
  for (const name of stored.columns.keys()) if (!wanted.has(name)) await dropColumn(changes, spec, name);
}

/** A column as CREATE TABLE and ADD COLUMN write it. */
export function columnSql({ name, type, notNull, byDefault }: ColumnSpec): string {
  return `${quote(name)} ${type}${notNull ? ' not null' : ''}${byDefault === undefined ? '' : ` default ${byDefault}`}`;
}

async function addColumn(changes: Changes, spec: TableSpec, column: ColumnSpec): Promise<void> {
  const table = quote(spec.name);
  if (column.notNull && column.byDefault === undefined && (await changes.hasRows(spec.name))) {
    return changes.refuse(spec, `新的必填字段 ${column.name} 没有默认值，而表中已有数据`, [
      `alter table ${table} add column ${columnSql({ ...column, notNull: false })};`,
      `update ${table} set ${quote(column.name)} = …;`,
      `alter table ${table} alter column ${quote(column.name)} set not null;`,
    ]);
  }
  await changes.run(`alter table ${table} add column ${columnSql(column)}`);
}

async function changeColumn(
  changes: Changes,
  spec: TableSpec,
  column: ColumnSpec,
  stored: StoredColumn,
): Promise<void> {
  const alter = `alter table ${quote(spec.name)} alter column ${quote(column.name)}`;
  if (stored.type !== column.type && !(await changeType(changes, spec, column, stored))) return;
  if (constantOf(stored.byDefault) !== constantOf(column.byDefault)) {
    await changes.run(
      column.byDefault === undefined ? `${alter} drop default` : `${alter} set default ${column.byDefault}`,
    );
  }
  if (stored.notNull && !column.notNull) await changes.run(`${alter} drop not null`);
  if (stored.notNull || !column.notNull) return;
  if (!(await changes.holds(`select 1 from ${quote(spec.name)} where ${quote(column.name)} is null`))) {
    await changes.run(`${alter} set not null`);
    return;
  }
  changes.refuse(spec, `字段 ${column.name} 改为必填，而已有数据中为空`, [
    `update ${quote(spec.name)} set ${quote(column.name)} = … where ${quote(column.name)} is null;`,
    `${alter} set not null;`,
  ]);
}

/** `'fresh'::text` and `'fresh'`, `'-1'::integer` and `-1` are one default. */
function constantOf(byDefault: string | undefined): string | undefined {
  return byDefault?.replace(/::[a-z ]+(\(\d+(,\d+)?\))?(\[\])?$/, '').replace(/^'(-?[\d.]+)'$/, '$1');
}

async function changeType(
  changes: Changes,
  spec: TableSpec,
  column: ColumnSpec,
  stored: StoredColumn,
): Promise<boolean> {
  const alter = `alter table ${quote(spec.name)} alter column ${quote(column.name)} type ${column.type}`;
  if (isWider(column.type, stored.type)) {
    await changes.run(alter);
    return true;
  }
  const length = lengthOf(column.type);
  const tooLong = `select 1 from ${quote(spec.name)} where char_length(${quote(column.name)}) > ${length}`;
  if (length !== undefined && lengthOf(stored.type, true) !== undefined && !(await changes.holds(tooLong))) {
    await changes.run(alter);
    return true;
  }
  if (!(await changes.hasValues(spec.name, column.name))) {
    await changes.run(`alter table ${quote(spec.name)} alter column ${quote(column.name)} drop default`);
    await changes.run(`${alter} using null::${column.type}`);
    return true;
  }
  changes.refuse(spec, `字段 ${column.name} 的类型由 ${stored.type} 改为 ${column.type}，已有数据可能丢失`, [
    `${alter} using …;`,
  ]);
  return false;
}

function isWider(wanted: string, stored: string): boolean {
  if (stored === 'integer') return wanted === 'bigint' || wanted.startsWith('numeric');
  const from = lengthOf(stored);
  if (from === undefined) return false;
  const to = lengthOf(wanted);
  return wanted === 'text' || (to !== undefined && to >= from);
}

/** Most characters of a text type; for `text` itself infinite when asked for, else undefined. */
function lengthOf(type: string, countText = false): number | undefined {
  const length = /^character varying\((\d+)\)$/.exec(type)?.[1];
  if (length !== undefined) return Number(length);
  return countText && type === 'text' ? Number.POSITIVE_INFINITY : undefined;
}

async function dropColumn(changes: Changes, spec: TableSpec, name: string): Promise<void> {
  const drop = `alter table ${quote(spec.name)} drop column ${quote(name)}`;
  if (await changes.hasValues(spec.name, name))
    return changes.refuse(spec, `字段 ${name} 已从文档中去掉，但表中仍有其数据`, [`${drop};`]);
  await changes.run(drop);
}
