import { type RawBuilder, sql } from 'kysely';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { toColumn } from '../../../engine/model/naming/index.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { every } from '../../records/plan/conditions.ts';
import { SelectPlan } from '../../records/plan/select-plan.ts';
import { RowReader } from '../../records/read/row-reader.ts';
import type { LoggedRow } from './describe-change.ts';
import { type HistoryFilter, noFilter } from './history-filter.ts';

/** A place in the log of a record. */
export type LogCursor = { readonly at: string; readonly id: string };

type Page = {
  readonly start?: LogCursor | undefined;
  readonly limit: number;
  readonly filter?: HistoryFilter;
  /** These rows alone. */
  readonly ids?: readonly string[];
};

/**
 * Where the log of a record and of its child rows stands: conditions of one run of an index each, with the plan they
 * are about.
 */
export function logRuns(entity: EntityModel, id: string, context: CallContext) {
  const plan = new SelectPlan(context, modelOf(context.documents, 'operation_log'));
  return { plan, runs: sourcesOf(entity, id, plan, noFilter, context) };
}

/** The log rows of a record itself and of its child rows, which may have operations of their own, newest first. */
export async function loggedRows(
  entity: EntityModel,
  id: string,
  { start, limit, filter = noFilter, ids }: Page,
  context: CallContext,
): Promise<readonly LoggedRow[]> {
  const plan = new SelectPlan(context, modelOf(context.documents, 'operation_log'));
  const reader = new RowReader(plan, context, [
    'staffId',
    'action',
    'value',
    'entity',
    'entityId',
    'before',
    'after',
    'createdAt',
  ]);
  const columns = sql`${reader.columns()}, ${plan.own('createdAt')} as at`;
  const beyond =
    start === undefined ? sql`true` : sql`(${plan.own('createdAt')}, ${plan.own('id')}) < (${start.at}, ${start.id})`;
  const named = ids === undefined ? [] : [sql`${plan.own('id')} = any(${[...ids]}::uuid[])`];
  // One run of an index each: an `or` over them would sort all there is.
  const sources = sourcesOf(entity, id, plan, filter, context).map(
    (
      source,
    ) => sql`(select ${columns} ${plan.from()} where ${every([source, beyond, ...named, ...narrowed(plan, filter)])}
      order by ${plan.own('createdAt')} desc, ${plan.own('id')} desc limit ${limit})`,
  );
  const found = await sql<
    Record<string, unknown>
  >`select * from (${sql.join(sources, sql` union all `)}) as logged order by at desc, id desc limit ${limit}`.execute(
    context.db,
  );
  return found.rows.map((row) => readRow(reader.record(row)));
}

/** Conditions for the rows of the record and for those of its child rows, one each; a field is the record's own. */
function sourcesOf(entity: EntityModel, id: string, plan: SelectPlan, { fields }: HistoryFilter, context: CallContext) {
  const own = plan.own('entityId');
  const ofRecord = every([
    sql`${plan.own('entity')} = ${entity.document.name}`,
    sql`${own} = ${id}`,
    ...(fields === undefined ? [] : [touches(plan, entity, fields)]),
  ]);
  if (fields !== undefined) return [ofRecord];
  return [
    ofRecord,
    ...rowsBelow(entity, sql`(${id})`, context).map((rows) =>
      every([
        sql`${plan.own('entity')} = ${rows.entity}`,
        sql`${own} in (select id::text from ${rows.found} as found)`,
      ]),
    ),
  ];
}

type RowsBelow = { readonly entity: string; readonly found: RawBuilder<unknown> };

/** The child rows of records, and theirs: the entity of each list, and what finds their ids. */
function rowsBelow(entity: EntityModel, ids: RawBuilder<unknown>, context: CallContext): readonly RowsBelow[] {
  return [...entity.children.values()].flatMap(({ entity: name, by }) => {
    const found = sql`(select id from ${sql.table(name)} where ${sql.ref(toColumn(by))} in ${ids})`;
    return [{ entity: name, found }, ...rowsBelow(modelOf(context.documents, name), found, context)];
  });
}

/** Rows that changed one of these fields; a masked one may look the same before and after. */
function touches(plan: SelectPlan, entity: EntityModel, fields: readonly string[]): RawBuilder<unknown> {
  const [before, after] = [plan.own('before'), plan.own('after')];
  const masked = fields.filter((key) => entity.fields.get(key)?.mask !== undefined);
  return sql`exists (select 1 from unnest(${[...fields]}::text[]) as touched(key) where
    nullif(${before} -> touched.key, 'null') is distinct from nullif(${after} -> touched.key, 'null')
    or (touched.key = any(${masked}::text[]) and jsonb_exists(${before}, touched.key) and jsonb_exists(${after}, touched.key)))`;
}

function narrowed(plan: SelectPlan, { kinds, people, from, until }: HistoryFilter): readonly RawBuilder<unknown>[] {
  return [
    ...(kinds === undefined ? [] : [sql`${plan.own('action')} = any(${[...kinds]}::text[])`]),
    ...(people === undefined ? [] : [sql`${plan.own('staffId')} = any(${[...people]}::uuid[])`]),
    ...(from === undefined ? [] : [sql`${plan.own('createdAt')} >= ${from}::timestamptz`]),
    ...(until === undefined ? [] : [sql`${plan.own('createdAt')} < ${until}::timestamptz`]),
  ];
}

/** A log row from its fields. */
export function readRow(record: Values): LoggedRow {
  const part = (value: unknown): Values => (typeof value === 'object' && value !== null ? { ...value } : {});
  const staff = part(record.staff);
  return {
    id: String(record.id),
    at: String(record.createdAt),
    staff: typeof record.staffId === 'string' ? { id: record.staffId, name: nameIn(staff) } : null,
    action: String(record.action),
    value: String(record.value ?? ''),
    entity: String(record.entity),
    entityId: String(record.entityId),
    before: part(record.before),
    after: part(record.after),
  };
}

/** The label, whatever it is called: it is all that was asked of the person. */
function nameIn(staff: Values): string {
  const [name] = Object.entries(staff).flatMap(([key, value]) => (key === 'id' ? [] : [value]));
  return typeof name === 'string' ? name : '';
}
