import { isCustomColumn } from '../spec/columns.ts';
import { digest, quote, quoteText } from '../spec/names.ts';
import type { ColumnSpec, TableSpec } from '../spec/table-spec.ts';
import type { StoredColumn, StoredTable } from './catalogue.ts';
import type { Changes } from './changes.ts';

/** Whether the database works a column out itself. */
export function isGenerated(column: ColumnSpec): boolean {
  return column.generated !== undefined;
}

/** A generated column as CREATE TABLE and ADD COLUMN write it. */
export function generatedSql({ name, type, generated }: ColumnSpec): string {
  return `${quote(name)} ${type} generated always as (${generated}) stored`;
}

/** Leaves a note about each expression, which the database keeps in words of its own. */
export function markGenerated(changes: Changes, spec: TableSpec): void {
  for (const column of spec.columns.filter(isGenerated)) mark(changes, spec, column);
}

/**
 * Drops generated columns that shall be otherwise, and all of them where another column changes its type or goes, which
 * they may be made of: nothing is lost with them. Answers the table without them.
 */
export function dropOutdatedGenerated(changes: Changes, spec: TableSpec, stored: StoredTable): StoredTable {
  const wanted = new Map(spec.columns.map((column) => [column.name, column]));
  // Those of fields made in the app are part of none; retired ones the documents do not even have.
  const isReshaped = [...stored.columns].some(
    ([name, known]) => !isCustomColumn(name) && wanted.get(name)?.type !== known.type,
  );
  const columns = new Map<string, StoredColumn>(stored.columns);
  for (const [name, known] of stored.columns) {
    const column = wanted.get(name);
    if (!known.isGenerated || (column !== undefined && !isReshaped && known.mark === markOf(column))) continue;
    changes.run(`alter table ${quote(spec.name)} drop column ${quote(name)}`);
    columns.delete(name);
  }
  return { ...stored, columns };
}

/** Adds generated columns that are missing, after the columns they are made of; rows that are there get their values. */
export function addGenerated(changes: Changes, spec: TableSpec, stored: StoredTable): void {
  for (const column of spec.columns.filter(isGenerated)) {
    const known = stored.columns.get(column.name);
    if (known?.isGenerated === true) continue;
    if (known !== undefined) {
      changes.refuse(spec, `列 ${column.name} 由系统生成，而表中已有同名的列`, [
        `alter table ${quote(spec.name)} rename column ${quote(column.name)} to …;`,
      ]);
      continue;
    }
    changes.run(`alter table ${quote(spec.name)} add column ${generatedSql(column)}`);
    mark(changes, spec, column);
  }
}

const markOf = ({ type, generated }: ColumnSpec) => `definition ${digest(`${type} ${generated}`)}`;

function mark(changes: Changes, spec: TableSpec, column: ColumnSpec): void {
  const name = `${quote(spec.name)}.${quote(column.name)}`;
  changes.run(`comment on column ${name} is ${quoteText(markOf(column))}`);
}
