import { type RawBuilder, sql } from 'kysely';
import type { EntityModel, QueryAnswer } from '../../engine/model/index.ts';
import { refuse } from '../http/app-error.ts';
import type { CallContext } from './context.ts';
import { beyond, orderBy, type PageStart, readCursor, type SortKey, sortKeys, writeCursor } from './keyset.ts';
import { RowReader } from './row-reader.ts';
import { rowScope } from './scope.ts';
import { every, SelectPlan } from './select-plan.ts';
import { compileWhere } from './where.ts';

const countCap = 1000;
const largestPage = 1000;

type Body = Readonly<Record<string, unknown>>;

/** Answers one page of an entity's rows within the caller's reach, and how many there are. */
export async function queryRows(entity: EntityModel, body: Body, context: CallContext): Promise<QueryAnswer> {
  const size = pageSize(body.size);
  const plan = new SelectPlan(context, entity);
  const reader = new RowReader(plan, context, body.fields);
  const keys = sortKeys(body.sort ?? usualSort(entity), plan);
  const start = readCursor(body.cursor, keys);
  const conditions = [
    await rowScope(plan, context),
    ...(body.where === undefined || body.where === null ? [] : [compileWhere(body.where, plan, context)]),
  ];
  const below = await nodesBelow(entity, plan, context);
  const [page, count] = await Promise.all([
    fetchPage({ plan, reader, keys, start, conditions, size, below }, context),
    countRows(entity, body, context),
  ]);
  return { ...page, ...count };
}

function usualSort(entity: EntityModel): readonly string[] {
  const order = entity.document.tree?.order;
  return [order ?? '-createdAt'];
}

/** Of a node of a tree, whether the caller would find nodes below it; undefined for entities that are no tree. */
async function nodesBelow(
  entity: EntityModel,
  plan: SelectPlan,
  context: CallContext,
): Promise<RawBuilder<unknown> | undefined> {
  const { tree } = entity.document;
  if (tree === undefined) return undefined;
  const below = new SelectPlan(context, entity, 'below');
  const scope = await rowScope(below, context);
  return sql`exists(select 1 ${below.from()} where ${below.own(tree.parent)} = ${plan.own('id')} and ${scope})`;
}

function pageSize(size: unknown): number {
  if (size === undefined || size === null) return 20;
  if (typeof size === 'number' && Number.isInteger(size) && size >= 1 && size <= largestPage) return size;
  throw refuse(
    'E_INPUT_INVALID',
    {},
    {
      faults: [
        {
          code: 'E_INPUT_RANGE',
          pointer: '/size',
          title: '每页条数',
          expected: `1 到 ${largestPage}`,
          got: String(size),
        },
      ],
    },
  );
}

type Page = Pick<QueryAnswer, 'list' | 'next' | 'previous'>;

type PageQuery = {
  readonly plan: SelectPlan;
  readonly reader: RowReader;
  readonly keys: readonly SortKey[];
  readonly start: PageStart;
  readonly conditions: readonly RawBuilder<unknown>[];
  readonly size: number;
  readonly below: RawBuilder<unknown> | undefined;
};

async function fetchPage(query: PageQuery, context: CallContext): Promise<Page> {
  const { plan, reader, keys, start, conditions, size, below } = query;
  const backwards = start.kind === 'beside' && start.backwards;
  const all = start.kind === 'beside' ? [...conditions, beyond(keys, start)] : conditions;
  const offset = start.kind === 'row' ? start.row : 0;
  const sortValues = sql.join(keys.map((key, index) => sql`${key.column}::text as ${sql.ref(`s${index}`)}`));
  // One row more than the page tells whether there is a next.
  const result = await sql<
    Record<string, unknown>
  >`select ${reader.columns()}, ${sortValues}, ${below ?? sql`null`} as "hasChildren" ${plan.from()} where ${every(all)}
    order by ${orderBy(keys, backwards)} limit ${size + 1} offset ${offset}`
    .execute(context.db)
    .catch(cursorFault(start));
  const more = result.rows.length > size;
  const rows = result.rows.slice(0, size);
  if (backwards) rows.reverse();
  const cursorAt = (row: Record<string, unknown> | undefined, back: boolean) =>
    row === undefined
      ? null
      : writeCursor(
          keys,
          keys.map((_, index) => row[`s${index}`] ?? null),
          back,
        );
  const hasNext = backwards ? rows.length > 0 : more;
  const hasPrevious = backwards ? more : start.kind === 'beside' || offset > 0;
  return {
    list: rows.map((row) => ({
      ...reader.record(row),
      ...(below === undefined ? {} : { hasChildren: row.hasChildren === true }),
    })),
    next: hasNext ? cursorAt(rows.at(-1), false) : null,
    previous: hasPrevious ? cursorAt(rows[0], true) : null,
  };
}

/** A value of a cursor that PostgreSQL cannot read means that the cursor was made by hand. */
function cursorFault(start: PageStart): (error: unknown) => never {
  return (error) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (start.kind === 'beside' && code.startsWith('22')) throw refuse('E_CURSOR');
    throw error;
  };
}

async function countRows(
  entity: EntityModel,
  body: Body,
  context: CallContext,
): Promise<Pick<QueryAnswer, 'total' | 'totalIsCapped'>> {
  if (body.count === 'none') return { total: null, totalIsCapped: false };
  const plan = new SelectPlan(context, entity);
  const conditions = [
    await rowScope(plan, context),
    ...(body.where === undefined || body.where === null ? [] : [compileWhere(body.where, plan, context)]),
  ];
  const exact = body.count === 'exact';
  const limit = exact ? sql`` : sql`limit ${countCap + 1}`;
  const result = await sql<{
    n: number;
  }>`select count(*) as n from (select 1 ${plan.from()} where ${every(conditions)} ${limit}) as counted`.execute(
    context.db,
  );
  const n = result.rows[0]?.n ?? 0;
  return !exact && n > countCap ? { total: countCap, totalIsCapped: true } : { total: n, totalIsCapped: false };
}
