import { type RawBuilder, sql } from 'kysely';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import type { QueryAnswer, Where } from '../../../engine/model/wire/index.ts';
import { rowPolicyOf } from '../../kernel/caller/caller.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import { shownInput } from '../../kernel/errors/shown-input.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { RowState } from '../../kernel/operation/row-work.ts';
import { queryText } from '../../texts/records/query-text.ts';
import { inTurn } from '../plan/heavy-queries.ts';
import type { QueryCost } from '../plan/query-cost.ts';
import { QueryPlanCache } from '../plan/query-plan-cache.ts';
import { SelectPlan } from '../plan/select-plan.ts';
import { isFiltered, rowPolicy } from '../policy/row-policy.ts';
import { reachedAndWanted, rowsWanted, wantedParts } from '../where/rows-wanted.ts';
import { looksForCommonText, looksForText, namesRows } from '../where/where.ts';
import { rowsAsked } from './deleted-rows.ts';
import {
  checkCursor,
  isBackwards,
  type PageStart,
  readCursor,
  type SortKey,
  sortKeys,
  withoutValues,
  writeCursor,
} from './keyset.ts';
import { type CountKind, countCap, type PageQuery } from './page-query.ts';
import { PageReader } from './page-reader.ts';
import { RowReader } from './row-reader.ts';

const maxPageSize = 1000;

type Body = Readonly<Record<string, unknown>>;

/** Answers one page of an entity's rows within the caller's reach, and how many there are. */
export async function queryRows(entity: EntityModel, body: Body, context: CallContext): Promise<QueryAnswer> {
  const rows = rowsAsked(entity, body, context);
  const cursor = readCursor(body.cursor);
  const { start, values } = withoutValues(cursor);
  const asked = { ...body, cursor: start, rows };
  const make = (planning: CallContext) => planPage(entity, body, { start, state: rows }, planning);
  // What is typed into a search is hardly asked for twice, nor is a row number, nor are the same rows.
  const isOften = start.kind !== 'row' && !looksForText(body.where) && !namesRows(body.where);
  const { pages, reading, isFound, cost } = await (isOften
    ? pagePlans.of(entity, asked, context, make)
    : make(context));
  checkCursor(cursor, reading.keys);
  const common = isFound ? await commonFound(pages, { entity, body, state: rows }, context) : undefined;
  if (common !== undefined) return common;
  const read = () => (isFound ? pages.readFound(context.db, values) : pages.read(context.db, values));
  const page = await inTurn(cost, read).catch(cursorFault(start));
  return { ...pageOf(page.rows, reading), ...totalOf(page.total, body.count) };
}

/**
 * Of the rows a list begins with, as many as it counts, the ids of those that a filter wants, in the list's usual order;
 * undefined where rows further on may be among the first so many, too: then all of them have to be sought.
 */
export async function foundAmongFirst(
  entity: EntityModel,
  { where, size }: { readonly where: Where; readonly size: number },
  context: CallContext,
): Promise<readonly string[] | undefined> {
  const plan = new SelectPlan(context, entity);
  const { scope, filter } = await reachedAndWanted(where, plan, context, { way: 'walked' });
  const start = { kind: 'first' } as const;
  const keys = sortKeys(['-createdAt'], plan);
  const from = plan.from();
  const pages = new PageReader({
    rows: {
      id: plan.own('id'),
      createdAt: plan.own('createdAt'),
      ...{ from, counted: from, sorted: from },
      condition: scope,
      parts: await wantedParts(undefined, plan, context),
    },
    columns: sql`${plan.own('id')} as "id"`,
    ...{ keys, start, size },
    count: 'none',
    steady: false,
  });
  const { rows, isWhole } = await inTurn(plan.cost, () => pages.readFirst(context.db, filter ?? sql`true`));
  return isWhole || rows.length > size ? rows.slice(0, size).map(({ id }) => String(id)) : undefined;
}

/** How a page is read and how its rows are shown. */
type PagePlan = {
  readonly pages: PageReader;
  readonly reading: Reading;
  readonly isFound: boolean;
  readonly cost: QueryCost;
};

const pagePlans = new QueryPlanCache<PagePlan>();

/** The page as its rows are sought: all there are that are wanted. */
async function planPage(entity: EntityModel, body: Body, from: PageFrom, context: CallContext): Promise<PagePlan> {
  const plan = new SelectPlan(context, entity, 't', from.state);
  const condition = await rowsWanted(body.where, plan, context);
  const parts = await wantedParts(body.where, plan, context);
  return pageOver({ condition, parts }, { entity, body, plan, ...from }, context);
}

/**
 * The page of what very many rows are found by, if all of it is among the list's first rows; `sought` reads it else, and
 * has counted what its filter looks up.
 */
async function commonFound(
  sought: PageReader,
  { entity, body, state }: Omit<PageAsked, 'plan' | 'start'>,
  context: CallContext,
): Promise<QueryAnswer | undefined> {
  if (!looksForCommonText(body.where) || !sought.beginsList || body.count === 'exact') return undefined;
  const plan = new SelectPlan(context, entity, 't', state);
  const { scope, filter } = await reachedAndWanted(body.where, plan, context, { way: 'walked', isAsked: true });
  const parts = await wantedParts(undefined, plan, context);
  const asked = { entity, body, plan, state, start: { kind: 'first' } } as const;
  const { pages, reading, cost } = await pageOver({ condition: scope, parts }, asked, context);
  const { rows, total } = await inTurn(cost, () =>
    pages.readFirst(context.db, filter ?? sql`true`, sought.cappedTotal()),
  );
  if (rows.length <= reading.size) return undefined;
  return { ...pageOf(rows, reading), ...totalOf(body.count === 'none' ? undefined : total, body.count) };
}

/** Where a page begins, and among which rows. */
type PageFrom = { readonly start: PageStart; readonly state: RowState };

type PageAsked = PageFrom & { readonly entity: EntityModel; readonly body: Body; readonly plan: SelectPlan };

/** Reads a page over the rows of a condition, which its plan holds already. */
async function pageOver(
  { condition, parts }: Pick<PageQuery['rows'], 'condition' | 'parts'>,
  { entity, body, plan, start }: PageAsked,
  context: CallContext,
): Promise<PagePlan> {
  const size = pageSize(body.size);
  // What counts the rows joins only what their conditions are about.
  const counted = plan.from();
  const keys = sortKeys(body.sort ?? usualSort(entity), plan);
  const sorted = plan.from();
  const reader = await RowReader.of(plan, context, body.fields, { isBrief: body.brief === true });
  const below = await nodesBelow(entity, plan, context);
  const pages = new PageReader({
    rows: {
      id: plan.own('id'),
      createdAt: plan.own('createdAt'),
      from: plan.from(),
      counted,
      sorted,
      condition,
      parts,
    },
    columns: columnsOf(reader, keys, below),
    keys,
    start,
    size,
    count: countKind(body.count),
    steady: isSteady(entity, body, context) || (isRepeated(body, start) ? 'repeated' : false),
  });
  const reading = { reader, keys, start, size, isTree: below !== undefined };
  return { pages, reading, isFound: looksForText(body.where), cost: plan.cost };
}

/**
 * Whether the rows wanted depend on nothing that is rare at one time and common at another: no condition but whose rows
 * they are, which an index tells, or everybody's. Else each query is planned for its own values.
 */
function isSteady(entity: EntityModel, body: Body, { caller, page }: CallContext): boolean {
  const isPlain = page === undefined || (page.kind === 'list' && !isFiltered(page) && page.scope === 'all');
  const { dataScope } = rowPolicyOf(caller, entity.document.name);
  const isReached = dataScope === 'self' || dataScope === 'all';
  return isPlain && isReached && (body.where === undefined || body.where === null);
}

/** Whether it is the first page of a list as it opens: nothing of it but what a page and its reader tell. */
function isRepeated({ where }: Body, start: PageStart): boolean {
  return start.kind === 'first' && (where === undefined || where === null);
}

/** The order of rows where a call names none. */
export function usualSort(entity: EntityModel): readonly string[] {
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
  const scope = await rowPolicy(below, context);
  return sql`exists(select 1 ${below.from()} where ${below.own(tree.parent)} = ${plan.own('id')} and ${scope})`;
}

function columnsOf(
  reader: RowReader,
  keys: readonly SortKey[],
  below: RawBuilder<unknown> | undefined,
): RawBuilder<unknown> {
  return sql.join([
    reader.columns(),
    ...keys.map((key, index) => sql`${key.column}::text as ${sql.ref(`s${index}`)}`),
    ...(below === undefined ? [] : [sql`${below} as "hasChildren"`]),
  ]);
}

function pageSize(size: unknown): number {
  if (size === undefined || size === null) return 20;
  if (typeof size === 'number' && Number.isInteger(size) && size >= 1 && size <= maxPageSize) return size;
  throw invalidInput([
    {
      code: 'E_INPUT_RANGE',
      pointer: '/size',
      title: formatMessage(queryText('query.size')),
      expected: formatMessage(queryText('query.sizeRange', { maxPageSize })),
      got: shownInput(size),
    },
  ]);
}

function countKind(count: unknown): CountKind {
  return count === 'none' || count === 'exact' ? count : 'capped';
}

type Reading = {
  readonly reader: RowReader;
  readonly keys: readonly SortKey[];
  readonly start: PageStart;
  readonly size: number;
  readonly isTree: boolean;
};

type Row = Readonly<Record<string, unknown>>;

/** The page of the rows read, one more than it shows where there are more. */
function pageOf(found: readonly Row[], reading: Reading): Pick<QueryAnswer, 'list' | 'next' | 'previous'> {
  const { reader, keys, start, size, isTree } = reading;
  const backwards = isBackwards(start);
  const isMore = found.length > size;
  const rows = found.slice(0, size);
  if (backwards) rows.reverse();
  const cursorAt = (row: Row | undefined, back: boolean) =>
    row === undefined
      ? null
      : writeCursor(
          keys,
          keys.map((_, index) => row[`s${index}`] ?? null),
          back,
        );
  const isFirst = start.kind === 'first' || (start.kind === 'row' && start.row === 0);
  const hasNext = backwards ? start.kind !== 'last' : isMore;
  const hasPrevious = backwards ? isMore : !isFirst;
  return {
    list: rows.map((row) =>
      isTree ? { ...reader.record(row), hasChildren: row.hasChildren === true } : reader.record(row),
    ),
    next: hasNext ? cursorAt(rows.at(-1), false) : null,
    previous: hasPrevious ? cursorAt(rows[0], true) : null,
  };
}

function totalOf(total: number | undefined, count: unknown): Pick<QueryAnswer, 'total' | 'totalIsCapped'> {
  if (total === undefined) return { total: null, totalIsCapped: false };
  const isCapped = count !== 'exact' && total > countCap;
  return { total: isCapped ? countCap : total, totalIsCapped: isCapped };
}

/** A value of a cursor that PostgreSQL cannot read means that the cursor was made by hand. */
function cursorFault(start: PageStart): (error: unknown) => never {
  return (error) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const hasValues = start.kind === 'beside' || start.kind === 'value';
    if (hasValues && code.startsWith('22')) throw refuse('E_CURSOR');
    throw error;
  };
}
