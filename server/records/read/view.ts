import { type RawBuilder, sql } from 'kysely';
import { isGranted, verbPermissions } from '../../../engine/model/access/index.ts';
import type { Transition } from '../../../engine/model/documents/index.ts';
import { type EntityModel, isStored, transitionsOf } from '../../../engine/model/entity/index.ts';
import { isId } from '../../../engine/model/fields/index.ts';
import { toColumn } from '../../../engine/model/naming/index.ts';
import type { WireRecord } from '../../../engine/model/wire/index.ts';
import { prepared } from '../../db/connection/prepared.ts';
import { Placeholder, Statement } from '../../db/connection/statement.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { wrongInput } from '../../kernel/errors/wrong-input.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import type { RowState } from '../../kernel/operation/row-work.ts';
import { queryText } from '../../texts/records/query-text.ts';
import { QueryCost } from '../plan/query-cost.ts';
import { QueryPlanCache } from '../plan/query-plan-cache.ts';
import { SelectPlan } from '../plan/select-plan.ts';
import { rowPolicy } from '../policy/row-policy.ts';
import { rowColumns } from '../store/record-statements.ts';
import { type AskedChildren, askedFields, viewChildren } from './child-view.ts';
import { rowsAsked } from './deleted-rows.ts';
import { RowReader } from './row-reader.ts';

/** The id of a body; anything else than an id is answered like a missing row. */
export function idOf(body: Readonly<Record<string, unknown>>): string {
  const { id } = body;
  if (typeof id !== 'string' || !isId(id)) {
    throw wrongInput('/id', queryText('query.id'), queryText('query.id'), id);
  }
  return id;
}

/** One record within the caller's reach, with the child rows asked for; a row outside answers exactly as a missing one. */
export async function viewRow(
  entity: EntityModel,
  body: Readonly<Record<string, unknown>>,
  context: CallContext,
): Promise<WireRecord> {
  const id = idOf(body);
  const rows = rowsAsked(entity, body, context);
  const { fields } = body;
  const {
    reader,
    statement,
    children: asked,
  } = await viewPlans.of(entity, { fields, rows }, context, (planning) => planView(entity, fields, rows, planning));
  const [row] = (await statement.run(context.db, id)).rows;
  if (row === undefined) throw refuse('E_NOT_FOUND');
  const children: Record<string, readonly WireRecord[]> = {};
  for (const [child, childFields] of asked) children[child.key] = await viewChildren(child, id, childFields, context);
  return { ...reader.record(row), ...children };
}

type Row = Readonly<Record<string, unknown>>;

type ViewPlan = { readonly reader: RowReader; readonly statement: Statement<Row>; readonly children: AskedChildren };

const viewPlans = new QueryPlanCache<ViewPlan>();

async function planView(entity: EntityModel, fields: unknown, rows: RowState, context: CallContext): Promise<ViewPlan> {
  const asked = askedFields(entity, fields, context);
  const plan = new SelectPlan(context, entity, 't', rows);
  const reader = await RowReader.of(plan, context, asked.own);
  const scope = await rowPolicy(plan, context);
  const columns = reader.columns();
  const statement = new Statement(
    sql<Row>`${prepared}select ${columns} ${plan.from()} where ${plan.own('id')} = ${new Placeholder(0)} and ${scope}`,
  );
  return { reader, statement, children: asked.children };
}

/** Whether a row is within the caller's reach, and what it is about his to query. */
export async function isReachable(entity: EntityModel, id: string, context: CallContext): Promise<boolean> {
  if (!isGranted(context.caller.grants, `${entity.document.name}:query`)) return false;
  const plan = new SelectPlan(context, entity);
  const scope = await rowPolicy(plan, context);
  const { rows } = await sql`select 1 ${plan.from()} where ${plan.own('id')} = ${id} and ${scope}`.execute(context.db);
  return rows.length > 0;
}

/** Those of the rows that are within the caller's reach, on the page of the context if it has one. */
export async function reachableIds(
  entity: EntityModel,
  ids: readonly string[],
  context: CallContext,
): Promise<ReadonlySet<string>> {
  const plan = new SelectPlan(context, entity);
  const scope = await rowPolicy(plan, context);
  const { rows } = await sql<{ id: string }>`select ${plan.own('id')} as id ${plan.from()}
    where ${plan.own('id')} = any(${[...ids]}::uuid[]) and ${scope}`.execute(context.db);
  return new Set(rows.map(({ id }) => id));
}

/** Whether a row is within the caller's own scope or one of the named ones he holds, on whatever page that is. */
export async function isReachableAnyhow(entity: EntityModel, id: string, context: CallContext): Promise<boolean> {
  const plan = new SelectPlan(context, entity);
  const scopes = (entity.document.access?.scopes ?? []).map(({ key }) => key);
  const scope = await rowPolicy(plan, { ...context, page: undefined }, { scopes });
  const { rows } = await sql`select 1 ${plan.from()} where ${plan.own('id')} = ${id} and ${scope}`.execute(context.db);
  return rows.length > 0;
}

/**
 * Whether the caller may know of a row at all: he may query or view its entity, and it lies within his own scope or a
 * named one he holds. What is said of a row that holds a number somebody typed hangs on it.
 */
export async function mayKnowOf(name: string, id: string, context: CallContext): Promise<boolean> {
  const keys = [verbPermissions.query, verbPermissions.view].map((verb) => `${name}:${verb}`);
  if (!keys.some((key) => isGranted(context.caller.grants, key))) return false;
  return isReachableAnyhow(modelOf(context.documents, name), id, context);
}

/**
 * The stored columns of a row within reach, locked for the rest of the transaction; undefined when out of
 * reach. What is tested is what the winner of a race left.
 */
export async function lockRow(
  entity: EntityModel,
  id: string,
  context: CallContext,
  { transition, rows }: { readonly transition?: Transition; readonly rows?: RowState } = {},
): Promise<Row | undefined> {
  const plan = await reachPlan(entity, context, { transition, rows, isOne: true });
  return (await lockedColumns(plan, id, context))[0];
}

/** The same of several rows, in the order of their ids; those out of reach are left out. */
export async function lockRows(
  entity: EntityModel,
  ids: readonly string[],
  context: CallContext,
  { transition }: { readonly transition?: Transition } = {},
): Promise<readonly Row[]> {
  return lockedColumns(await reachPlan(entity, context, { transition, isOne: false }), ids, context);
}

type Locking = {
  readonly transition: Transition | undefined;
  readonly rows?: RowState | undefined;
  /** Whether it takes the id of one row: of a list the database does not know how many it names, and plans each time. */
  readonly isOne: boolean;
};

function reachPlan(entity: EntityModel, context: CallContext, { transition, rows, isOne }: Locking): Promise<LockPlan> {
  return lockPlans.of(entity, { transition: transition?.key, rows, isOne }, context, async (planning) => {
    const plan = planOfLock(planning, entity, rows);
    const widened = { scopes: transition?.scopes, takesBack: takesBack(entity, transition?.key) };
    return planLock(plan, await rowPolicy(plan, planning, widened), isOne);
  });
}

/** Whether a transition is the way back of another one. */
function takesBack({ document }: EntityModel, key: string | undefined): boolean {
  return key !== undefined && transitionsOf(document).some(({ transition }) => transition.undo?.transition === key);
}

/** The same for a row, by default a live one, that follows from another change, whoever calls. */
export async function lockAnyRow(
  entity: EntityModel,
  id: string,
  context: CallContext,
  rows: RowState = 'live',
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const read = await lockPlans.of(entity, { whoever: true, rows }, context, async (planning) => {
    const plan = planOfLock(planning, entity, rows);
    return planLock(plan, plan.live(), true);
  });
  return (await lockedColumns(read, id, context))[0];
}

/** Statements to lock rows and to read them; only the second where it can do both. */
type LockPlan = { readonly lock: Statement<unknown> | undefined; readonly read: Statement<Row> };

const lockPlans = new QueryPlanCache<LockPlan>();

/** The plan of a statement that takes the id or the ids of the rows, and the moment of the call. */
function planOfLock(context: CallContext, entity: EntityModel, rows: RowState | undefined): SelectPlan {
  return new SelectPlan(context, entity, 't', rows, new QueryCost(), new Placeholder(1));
}

function planLock(plan: SelectPlan, condition: RawBuilder<unknown>, isOne: boolean): LockPlan {
  const { document } = plan.entity;
  // Rules judge by worked-out fields as by stored ones, and by all there is, whoever calls.
  const derived = document.fields.flatMap((field) => {
    const column = isStored(field) ? undefined : plan.fact(field.key);
    return column === undefined ? [] : [sql`${column.sql} as ${sql.ref(toColumn(field.key))}`];
  });
  const columns = sql.join([rowColumns(plan.entity, plan.alias), ...derived]);
  const ids = isOne ? sql`${new Placeholder(0)}` : sql`any(${new Placeholder(0)}::uuid[])`;
  // Whoever waits for a lock then tests the row as it is now, but everything else as it was before he waited: what
  // is read from other rows is read in a statement of its own, once the lock is held.
  const isAlone = plan.isOwn;
  const read = sql<Row>`${prepared}select ${columns} ${plan.from()} where ${plan.own('id')} = ${ids} and ${condition}
    order by ${plan.own('id')}${isAlone ? sql` for update` : sql``}`;
  const lock = sql`${prepared}select 1 from ${sql.table(document.name)} where id = ${ids} order by id for update`;
  return { lock: isAlone ? undefined : new Statement(lock), read: new Statement(read) };
}

async function lockedColumns(
  { lock, read }: LockPlan,
  ids: string | readonly string[],
  { db, now }: CallContext,
): Promise<readonly Row[]> {
  await lock?.run(db, ids);
  return (await read.run(db, ids, now)).rows;
}
