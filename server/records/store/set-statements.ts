import { sql } from 'kysely';
import { memoizeByIdentity } from '../../../engine/model/cache/index.ts';
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
type Alike = { readonly names: readonly string[]; readonly values: Values; readonly columns: RowColumns[] };

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
  const send = ({ names, values, columns }: Alike) => {
    shapes.delete(names.join());
    return sent.send(async () => {
      const { answer } = await write(columns);
      return { answer: writing([{ entity, values }], () => answer) };
    });
  };
  let last: Alike | undefined;
  for (const row of rows) {
    const columns = await columnsOf(row);
    // Most rows have the columns of the one before, told without a text of all their names.
    const alike = hasColumns(last, columns) ? last : alikeOf(shapes, columns, row.values);
    last = alike;
    alike.columns.push(columns);
    if (alike.columns.length < rowsAtOnce) continue;
    last = undefined;
    await send(alike);
  }
  for (const alike of shapes.values()) await send(alike);
}

/** Those before it with the columns of a row, in their order. */
function alikeOf(shapes: Map<string, Alike>, columns: RowColumns, values: Values): Alike {
  const names = Object.keys(columns);
  const shape = names.join();
  const alike = shapes.get(shape) ?? { names, values, columns: [] };
  shapes.set(shape, alike);
  return alike;
}

function hasColumns(alike: Alike | undefined, columns: RowColumns): alike is Alike {
  if (alike === undefined) return false;
  let at = 0;
  for (const name in columns) if (alike.names[at++] !== name) return false;
  return at === alike.names.length;
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

/** The rows as JSON; columns that hold JSON have it as text already. */
function listOf(entity: EntityModel, rows: readonly RowColumns[]): string {
  const names = Object.keys(rows[0] ?? {});
  const json = jsonColumns(entity);
  return names.some((name) => json.has(name))
    ? `[${rows.map(rowWriter(names, json)).join(',')}]`
    : JSON.stringify(rows);
}

const jsonColumns = memoizeByIdentity((entity: EntityModel): ReadonlySet<string> => {
  const json = [...entity.fields.values()].filter(({ type }) => serverFieldTypes[type].sqlKind === 'json');
  return new Set(json.map(({ key }) => toColumn(key)));
});

function rowWriter(names: readonly string[], json: ReadonlySet<string>): (row: RowColumns) => string {
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
