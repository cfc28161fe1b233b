import { sql } from 'kysely';
import { type EntityModel, type HistoryAnswer, isId, toColumn } from '../../engine/model/index.ts';
import { refuse } from '../http/app-error.ts';
import { every } from './conditions.ts';
import { type CallContext, modelOf } from './context.ts';
import { rowsAsked } from './deleted-rows.ts';
import { describeChange, type LoggedRow } from './history/describe-change.ts';
import { LabelBook } from './history/label-book.ts';
import type { Values } from './record-store.ts';
import { RowReader } from './row-reader.ts';
import { rowScope } from './scope.ts';
import { SelectPlan } from './select-plan.ts';
import { shownInput } from './shown-input.ts';
import { idOf } from './view.ts';

const largestPage = 100;

/**
 * What was done to a record and its child rows, newest first, `{id, size?, cursor?}`: who may see the record may see
 * it, as far as he may see the fields.
 */
export async function historyOf(entity: EntityModel, body: Values, context: CallContext): Promise<HistoryAnswer> {
  const id = idOf(body);
  const size = pageSize(body.size);
  const start = readCursor(body.cursor);
  await refuseOutOfReach(entity, id, body, context);
  const found = await logged(entity, id, start, size + 1, context);
  const rows = found.slice(0, size);
  const last = rows.at(-1);
  const labels = new LabelBook(context);
  for (const row of rows) labels.note(row.entity, row.before, row.after);
  await labels.read();
  return {
    list: rows.map((row) => describeChange(row, { entity, id }, labels, context)),
    next: found.length > size && last !== undefined ? writeCursor(last) : null,
  };
}

async function refuseOutOfReach(entity: EntityModel, id: string, body: Values, context: CallContext): Promise<void> {
  const plan = new SelectPlan(context, entity, 't', rowsAsked(entity, body, context));
  const scope = await rowScope(plan, context);
  const found = await sql`select 1 ${plan.from()} where ${plan.own('id')} = ${id} and ${scope}`.execute(context.db);
  if (found.rows.length === 0) throw refuse('E_NOT_FOUND');
}

type Cursor = { readonly at: string; readonly id: string };

/** The log rows of the record itself and of its child rows, which may have operations of their own. */
async function logged(
  entity: EntityModel,
  id: string,
  start: Cursor | undefined,
  limit: number,
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
  const own = plan.own('entityId');
  const beyond =
    start === undefined ? sql`true` : sql`(${plan.own('createdAt')}, ${plan.own('id')}) < (${start.at}, ${start.id})`;
  // One run of an index each: an `or` over them would sort all there is.
  const sources = [
    every([sql`${plan.own('entity')} = ${entity.document.name}`, sql`${own} = ${id}`]),
    ...[...entity.children.values()].map((rows) =>
      every([
        sql`${plan.own('entity')} = ${rows.entity}`,
        sql`${own} in (select id::text from ${sql.table(rows.entity)} where ${sql.ref(toColumn(rows.by))} = ${id})`,
      ]),
    ),
  ].map(
    (source) => sql`(select ${columns} ${plan.from()} where ${every([source, beyond])}
      order by ${plan.own('createdAt')} desc, ${plan.own('id')} desc limit ${limit})`,
  );
  const found = await sql<
    Record<string, unknown>
  >`select * from (${sql.join(sources, sql` union all `)}) as logged order by at desc, id desc limit ${limit}`.execute(
    context.db,
  );
  return found.rows.map((row) => readRow(reader.record(row)));
}

function readRow(record: Values): LoggedRow {
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

function pageSize(size: unknown): number {
  if (size === undefined || size === null) return 20;
  if (typeof size === 'number' && Number.isInteger(size) && size >= 1 && size <= largestPage) return size;
  const fault = {
    pointer: '/size',
    title: '每页条数',
    expected: `1 到 ${largestPage}`,
    got: shownInput(size),
  };
  throw refuse('E_INPUT_INVALID', {}, { faults: [{ code: 'E_INPUT_RANGE', ...fault }] });
}

function writeCursor({ at, id }: Cursor): string {
  return Buffer.from(JSON.stringify([at, id])).toString('base64url');
}

function readCursor(cursor: unknown): Cursor | undefined {
  if (cursor === undefined || cursor === null) return undefined;
  const [at, id] = typeof cursor === 'string' ? parsed(cursor) : [];
  if (
    typeof at !== 'string' ||
    typeof id !== 'string' ||
    !isId(id) ||
    !/^\d{4}-\d\d-\d\dT[\d:.]{8,15}Z$/.test(at) ||
    Number.isNaN(Date.parse(at))
  )
    throw refuse('E_CURSOR');
  return { at, id };
}

function parsed(cursor: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
