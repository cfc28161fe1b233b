import { sql } from 'kysely';
import { type EntityModel, toColumn } from '../../../engine/model/index.ts';
import { serverFieldTypes } from '../../fields/field-types.ts';
import type { Db } from '../../kernel/database/db.ts';

/** The columns of a row to be inserted. */
export type RowColumns = Readonly<Record<string, unknown>>;

const rowsAtOnce = 250;

/** Inserts rows with the same columns, some hundred with a statement that is the same for any number of them. */
export async function insertRows(entity: EntityModel, rows: readonly RowColumns[], db: Db): Promise<void> {
  const names = Object.keys(rows[0] ?? {});
  const columns = sql.join(names.map((name) => sql.ref(name)));
  const table = sql.table(entity.document.name);
  const write = rowWriter(entity, names);
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const list = `[${rows
      .slice(from, from + rowsAtOnce)
      .map(write)
      .join(',')}]`;
    await sql`insert into ${table} (${columns})
      select ${columns} from json_populate_recordset(null::${table}, ${list}::json)`.execute(db);
  }
}

/** Writes rows as JSON; columns that hold JSON have it as text already. */
function rowWriter(entity: EntityModel, names: readonly string[]): (row: RowColumns) => string {
  const json = new Set<string>();
  for (const field of entity.fields.values())
    if (serverFieldTypes[field.type].sqlKind === 'json') json.add(toColumn(field.key));
  const parts = names.map((name, at) => ({
    name,
    head: `${at === 0 ? '{' : ','}${JSON.stringify(name)}:`,
    isJson: json.has(name),
  }));
  return (row) => {
    let text = '';
    for (const { name, head, isJson } of parts) {
      const value = row[name] ?? null;
      text += head + (isJson && typeof value === 'string' ? value : JSON.stringify(value));
    }
    return `${text}}`;
  };
}
