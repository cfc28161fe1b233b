import { type RawBuilder, sql } from 'kysely';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { comparedSql, comparedText, searchedColumn } from '../../db/spec/columns.ts';
import { quote } from '../../db/spec/names.ts';
import { serverFieldTypes } from '../../fields/field-types.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { every } from '../../records/plan/conditions.ts';
import { SelectPlan } from '../../records/plan/select-plan.ts';
import { rowPolicy } from '../../records/policy/row-policy.ts';

/** A row that is there already, and whether the caller reaches it. */
export type ExistingRow = { readonly id: string; readonly reached: boolean };

/** What tells a row from others, as one text; undefined where a part of it is missing. */
export function keyText(entity: EntityModel, keys: readonly string[], values: Values): string | undefined {
  const parts = keys.map((key) => values[key]);
  if (keys.length === 0 || parts.some((part) => part === null || part === undefined || part === '')) return undefined;
  return JSON.stringify(parts.map((part, at) => comparedText(entity.fields.get(keys[at] ?? ''), part)));
}

/** The live rows that have one of these keys, by key text: one statement for all. */
export function existingRows(
  entity: EntityModel,
  keys: readonly string[],
  rows: readonly Values[],
  context: CallContext,
): Promise<ReadonlyMap<string, ExistingRow>> {
  const plan = new SelectPlan(context, entity);
  return rowsByKey(plan, keys, rows, { and: [], also: [] }, context, (row) => row);
}

/** What else is asked of rows found by their keys, and shown of them. */
type Further = { readonly and: readonly RawBuilder<unknown>[]; readonly also: readonly RawBuilder<unknown>[] };

/** The rows of a plan that have one of these keys, by key text. */
export async function rowsByKey<Row>(
  plan: SelectPlan,
  keys: readonly string[],
  rows: readonly Values[],
  { and, also }: Further,
  context: CallContext,
  read: (row: ExistingRow, columns: Readonly<Record<string, unknown>>) => Row,
): Promise<ReadonlyMap<string, Row>> {
  const { entity } = plan;
  const wanted = wantedKeys(entity, keys, rows, context);
  const found = new Map<string, Row>();
  if (wanted.size === 0) return found;
  const scope = await rowPolicy(plan, { ...context, page: undefined });
  const columns = keys.map((key) =>
    sql.raw<unknown>(
      comparedSql(entity.fields.get(key) ?? {}, `${quote(plan.alias)}.${quote(searchedColumn(entity, key))}`),
    ),
  );
  const tests = keys.map((key, at) => {
    const parts = [...new Set([...wanted.keys()].map((text) => partOf(text, at)))];
    return sql`${columns[at]} = any(${parts}::${listType(entity, key)})`;
  });
  const shown = columns.map((column, at) => sql`${column}::text as ${sql.ref(`k${at}`)}`);
  const result = await sql<Record<string, unknown>>`
    select ${sql.join([sql`${plan.own('id')} as id`, sql`coalesce(${scope}, false) as reached`, ...shown, ...also])}
    ${plan.from()} where ${every([plan.live(), ...tests, ...and])}`.execute(context.db);
  for (const row of result.rows) {
    const text = wanted.get(JSON.stringify(keys.map((_, at) => row[`k${at}`])));
    if (text !== undefined && !found.has(text))
      found.set(text, read({ id: String(row.id), reached: row.reached === true }, row));
  }
  return found;
}

/** The key texts of rows by their keys in stored form. */
function wantedKeys(
  entity: EntityModel,
  keys: readonly string[],
  rows: readonly Values[],
  context: CallContext,
): ReadonlyMap<string, string> {
  const stored = (key: string, value: unknown) =>
    entity.fields.get(key)?.mask === undefined
      ? comparedText(entity.fields.get(key), value)
      : context.protection.hash(String(value));
  const wanted = new Map<string, string>();
  for (const values of rows) {
    const text = keyText(entity, keys, values);
    if (text !== undefined) wanted.set(JSON.stringify(keys.map((key) => stored(key, values[key]))), text);
  }
  return wanted;
}

function partOf(text: string, at: number): string {
  const parts: readonly string[] = JSON.parse(text);
  return parts[at] ?? '';
}

/** The type under which a column's own index answers. */
function listType(entity: EntityModel, key: string) {
  const field = entity.fields.get(key);
  const keyType =
    field === undefined || field.mask !== undefined ? undefined : serverFieldTypes[field.type].imported.keyType;
  return sql.raw(`${keyType ?? 'text'}[]`);
}
