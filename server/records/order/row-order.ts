import { type RawBuilder, sql } from 'kysely';
import type { EntityOrder } from '../../../engine/model/documents/index.ts';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { toColumn } from '../../../engine/model/naming/index.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { TouchedRow, Values } from '../../kernel/operation/record-store.ts';

/**
 * Numbers the rows of every group in which one came, went or was moved: from 1 on without gaps, those that came last.
 * Groups are held one after another in an order that is the same for everybody. What only changes its number was
 * changed by nobody: its version stays.
 */
export async function settleOrder(
  entity: EntityModel,
  rows: readonly TouchedRow[],
  context: RuleContext,
): Promise<void> {
  const { order, name } = entity.document;
  if (order === undefined) return;
  const groups = new Map<string, { readonly value: unknown; readonly came: Set<string> }>();
  const groupOf = (value: unknown) => {
    const key = JSON.stringify(value ?? null);
    const known = groups.get(key) ?? { value: value ?? null, came: new Set<string>() };
    groups.set(key, known);
    return known;
  };
  for (const { id, change, old } of rows) {
    const [present] = change === 'delete' ? [undefined] : await context.records.pick(name, keysOf(order), { id }, 1);
    const [before, now] = [groupKey(order, old), groupKey(order, present)];
    const isNew = change === 'create' || old === undefined;
    if (change === 'modify' && old !== undefined && JSON.stringify(before) === JSON.stringify(now)) continue;
    if (old !== undefined) groupOf(before);
    if (present !== undefined && (isNew || change === 'modify')) groupOf(now).came.add(id);
  }
  for (const [key, { value, came }] of [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    await holdGroup(entity, key, context);
    await number(entity, order, value, [...came], context);
  }
}

function keysOf({ field, within }: EntityOrder): readonly string[] {
  return within === undefined ? [field] : [field, within];
}

/** What a row is numbered within; null for all together. */
function groupKey({ within }: EntityOrder, row: Values | undefined): unknown {
  return within === undefined || row === undefined ? null : (row[within] ?? null);
}

/**
 * Waits until nobody numbers the groups a row leaves and comes to by these values, for the rest of the transaction.
 * Taken before the row, so that nobody waits for a group while holding a row that the other is to number.
 */
export async function holdPlace(entity: EntityModel, id: string, values: Values, context: RuleContext): Promise<void> {
  const { order, name } = entity.document;
  if (order === undefined) return;
  const seen = await context.records.findOne(name, { id });
  if (seen === undefined) return;
  const keys = new Set([groupOfRow(order, seen).key, groupOfRow(order, { ...seen, ...values }).key]);
  for (const key of [...keys].toSorted()) await holdGroup(entity, key, context);
}

/** Whether a change takes a row out of the group it is numbered in. */
export function leavesGroup({ document: { order } }: EntityModel, values: Values): boolean {
  return order?.within !== undefined && Object.hasOwn(values, order.within);
}

function holdGroup(entity: EntityModel, key: string, context: RuleContext): Promise<void> {
  return context.records.hold(`order:${entity.document.name}:${key}`);
}

/** The group a row is numbered in, as it is held. */
export function groupOfRow(order: EntityOrder, row: Values): { readonly key: string; readonly value: unknown } {
  const value = groupKey(order, row);
  return { key: JSON.stringify(value), value };
}

/** The live rows of a group in their order. */
export async function rowsInOrder(
  entity: EntityModel,
  order: EntityOrder,
  value: unknown,
  { db }: RuleContext,
): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly id: string }>`select id from ${sql.table(entity.document.name)}
    where ${inGroup(order, value)} order by ${sql.ref(toColumn(order.field))} nulls last, created_at, id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Gives rows the numbers of their places in a list. */
export async function numberAsListed(
  entity: EntityModel,
  order: EntityOrder,
  ids: readonly string[],
  { db }: RuleContext,
): Promise<void> {
  const field = sql.ref(toColumn(order.field));
  await sql`update ${sql.table(entity.document.name)} t set ${field} = placed.place
    from unnest(${[...ids]}::uuid[]) with ordinality as placed (id, place)
    where t.id = placed.id and t.${field} is distinct from placed.place::int`.execute(db);
}

async function number(
  entity: EntityModel,
  order: EntityOrder,
  value: unknown,
  came: readonly string[],
  { db }: RuleContext,
): Promise<void> {
  const [table, field] = [sql.table(entity.document.name), sql.ref(toColumn(order.field))];
  await sql`update ${table} t set ${field} = placed.place from (
      select id, row_number() over (order by id = any(${[...came]}::uuid[]), ${field} nulls last, created_at, id) as place
      from ${table} where ${inGroup(order, value)}
    ) as placed where t.id = placed.id and t.${field} is distinct from placed.place::int`.execute(db);
}

function inGroup({ within }: EntityOrder, value: unknown): RawBuilder<unknown> {
  const live = sql`deleted_at is null`;
  if (within === undefined) return live;
  const column = sql.ref(toColumn(within));
  return value === null ? sql`${column} is null and ${live}` : sql`${column} = ${value} and ${live}`;
}
