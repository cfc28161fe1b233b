import { sql } from 'kysely';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { toColumn } from '../../../engine/model/naming/index.ts';
import { prepared } from '../../db/connection/prepared.ts';
import { Placeholder, type QueuedQuery, StatementCache } from '../../db/connection/statement.ts';
import { serverFieldTypes } from '../../fields/field-types.ts';
import type { Db } from '../../kernel/database/db.ts';
import type { RowValues, Values } from '../../kernel/operation/record-store.ts';
import { writing } from './constraint-error.ts';
import type { SentStatements } from './sent-statements.ts';

/** The columns of a row to be written. */
export type RowColumns = Readonly<Record<string, unknown>>;

/** Rows written with one statement; the next are made meanwhile. */
const rowsAtOnce = 100;

/** Rows with the same columns, and the values of the first. */
type Alike = { readonly values: Values; readonly columns: RowColumns[] };

/**
 * Writes rows of an entity some at a time, those with the same columns together; what one of them breaks tells of the
 * first. Waits only until all of them are sent.
 */
export async function writeInSets(
  entity: string,
  rows: readonly RowValues[],
  columnsOf: (row: RowValues) => Promise<RowColumns>,
  write: (columns: readonly RowColumns[]) => Promise<QueuedQuery>,
  sent: SentStatements,
): Promise<void> {
  const shapes = new Map<string, Alike>();
  const send = (shape: string, { values, columns }: Alike) => {
    shapes.delete(shape);
    return sent.send(async () => {
      const { answer } = await write(columns);
      return { answer: writing([{ entity, values }], () => answer) };
    });
  };
  for (const row of rows) {
    const columns = await columnsOf(row);
    const shape = Object.keys(columns).join();
    const alike = shapes.get(shape) ?? { values: row.values, columns: [] };
    shapes.set(shape, alike);
    alike.columns.push(columns);
    if (alike.columns.length === rowsAtOnce) await send(shape, alike);
  }
  for (const [shape, alike] of shapes) await send(shape, alike);
}

const statements = new StatementCache<unknown>();

/** Sends rows with the same columns to be inserted, with a statement that is the same for any number of them. */
export function insertRows(entity: EntityModel, rows: readonly RowColumns[], db: Db): Promise<QueuedQuery> {
  const names = Object.keys(rows[0] ?? {});
  const statement = statements.of(entity, `insert ${names.join()}`, () => {
    const columns = sql.join(names.map((name) => sql.ref(name)));
    const table = sql.table(entity.document.name);
    return sql`${prepared}insert into ${table} (${columns})
      select ${columns} from json_populate_recordset(null::${table}, ${new Placeholder(0)}::json)`;
  });
  return statement.queue(db, listOf(entity, rows));
}

/** Sends the same columns of rows to be set by their `id`, each to its own values; their versions grow by one. */
export function updateRows(entity: EntityModel, rows: readonly RowColumns[], db: Db): Promise<QueuedQuery> {
  const names = Object.keys(rows[0] ?? {}).filter((name) => name !== 'id');
  const statement = statements.of(entity, `update ${names.join()}`, () => {
    const sets = sql.join(names.map((name) => sql`${sql.ref(name)} = given.${sql.ref(name)}`));
    const table = sql.table(entity.document.name);
    return sql`update ${table} as stored set ${sets}, version = stored.version + 1
      from json_populate_recordset(null::${table}, ${new Placeholder(0)}::json) as given
      where stored.id = given.id`;
  });
  return statement.queue(db, listOf(entity, rows));
}

function listOf(entity: EntityModel, rows: readonly RowColumns[]): string {
  return `[${rows.map(rowWriter(entity, Object.keys(rows[0] ?? {}))).join(',')}]`;
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
