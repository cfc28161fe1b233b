import { quote } from '../spec/names.ts';
import type { ColumnSpec, TableSpec } from '../spec/table-spec.ts';
import type { StoredTable } from './catalogue.ts';
import { isWider, lengthOf } from './column-type.ts';

/** The rows of a table under the names its columns are to have: SQL that may stand after `from`. */
export function presentRows(table: string, stored: StoredTable): string {
  const isRenamed = [...stored.columns.values()].some((column) => column.storedAs !== undefined);
  if (!isRenamed) return quote(table);
  const columns = [...stored.columns].map(([name, { storedAs }]) =>
    storedAs === undefined ? quote(name) : `${quote(storedAs)} as ${quote(name)}`,
  );
  return `(select ${columns.join(', ')} from ${quote(table)}) as ${quote(table)}`;
}

/** The rows of a table as they will be once its columns are changed: SQL that may stand after `from`. */
export function futureRows(spec: TableSpec, stored: StoredTable): string {
  const columns = spec.columns
    .filter((column) => column.generated === undefined)
    .map((column) => `${futureValue(column, stored)} as ${quote(column.name)}`);
  return `(select ${columns.join(', ')} from ${quote(spec.name)}) as ${quote(spec.name)}`;
}

function futureValue(column: ColumnSpec, stored: StoredTable): string {
  const known = stored.columns.get(column.name);
  if (known === undefined) return `${column.byDefault ?? 'null'}::${column.type}`;
  const name = quote(known.storedAs ?? column.name);
  if (known.type === column.type) return name;
  const isKept = isWider(column.type, known.type) || lengthOf(column.type) !== undefined;
  // Any other type is taken on only by a column that holds nothing.
  return isKept ? `${name}::${column.type}` : `null::${column.type}`;
}
