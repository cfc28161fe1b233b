import { type RawBuilder, sql } from 'kysely';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import type { WireRecord } from '../../../engine/model/wire/index.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { inTurn } from '../../records/plan/heavy-queries.ts';
import { SelectPlan } from '../../records/plan/select-plan.ts';
import { rowPolicy } from '../../records/policy/row-policy.ts';
import { type SortKey, sortKeys } from '../../records/read/keyset.ts';
import { usualSort } from '../../records/read/query.ts';
import { RowReader } from '../../records/read/row-reader.ts';
import { rowsWanted } from '../../records/where/rows-wanted.ts';
import { exportedMode } from './export-masks.ts';
import type { ExportRequest } from './export-request.ts';

/** Bytes of an id. */
export const idLength = 16;

type Wanted = Pick<ExportRequest, 'where' | 'sort'>;

/** How many rows a request means, counted no further than one beyond the limit. */
export async function countWanted(
  entity: EntityModel,
  { where, sort }: Wanted,
  most: number,
  context: CallContext,
): Promise<number> {
  const plan = new SelectPlan(context, entity);
  const condition = await rowsWanted(where, plan, context);
  // A sort that is not possible is refused before anything starts.
  sortKeys(sort ?? usualSort(entity), plan);
  const count = sql<{ n: number }>`select count(*) as n from
    (select 1 ${plan.from()} where ${condition} limit ${most + 1}) as found`;
  const { rows } = await inTurn(plan.cost, () => count.execute(context.db));
  return rows[0]?.n ?? 0;
}

/**
 * The ids of the rows a request means, in its order, as one moment has them: what changes its place later is neither
 * missed nor met twice. Sixteen bytes each. What the filter looks up was counted when the export was asked for.
 */
export async function wantedIds(
  entity: EntityModel,
  { where, sort }: Wanted,
  most: number,
  context: CallContext,
): Promise<Buffer> {
  const plan = new SelectPlan(context, entity);
  const condition = await rowsWanted(where, plan, context, { isAsked: true });
  const keys = sortKeys(sort ?? usualSort(entity), plan);
  const order = sql.join(keys.map(orderBy));
  const { rows } = await sql<{ ids: Buffer | null }>`select string_agg(uuid_send(id), ''::bytea) as ids from
    (select ${plan.own('id')} as id ${plan.from()} where ${condition} order by ${order} limit ${most}) as wanted`.execute(
    context.db,
  );
  return rows[0]?.ids ?? Buffer.alloc(0);
}

function orderBy({ column, descending }: SortKey): RawBuilder<unknown> {
  return descending ? sql`${column} desc nulls last` : sql`${column} asc nulls last`;
}

/** The records of these ids that the caller still reaches, in their order, as a query would answer them, but for masks. */
export async function recordsOfIds(
  entity: EntityModel,
  ids: Uint8Array,
  fields: readonly string[],
  context: CallContext,
): Promise<readonly WireRecord[]> {
  const plan = new SelectPlan(context, entity);
  const scope = await rowPolicy(plan, context);
  const reader = await RowReader.of(plan, context, fields, {
    modeOf: (column, mask) => exportedMode(column.entity, mask, context.caller),
  });
  const columns = reader.columns();
  const order = namesOf(ids);
  const { rows } = await sql<Record<string, unknown>>`select ${columns} ${plan.from()}
    where ${plan.own('id')} = any(${order}::uuid[]) and ${scope}`.execute(context.db);
  const byId = new Map(rows.map((row) => [String(row.id), row]));
  return order.flatMap((id) => {
    const row = byId.get(id);
    return row === undefined ? [] : [reader.record(row)];
  });
}

function namesOf(ids: Uint8Array): readonly string[] {
  const hex = Buffer.from(ids).toString('hex');
  return Array.from({ length: ids.length / idLength }, (_, index) => {
    const text = hex.slice(index * 2 * idLength, (index + 1) * 2 * idLength);
    return text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  });
}
