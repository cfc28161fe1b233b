import { type RawBuilder, sql } from 'kysely';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { expectation, formatMessage } from '../../../engine/model/texts/index.ts';
import type { GroupAnswer, GroupFigures, ListGroup } from '../../../engine/model/wire/index.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { inTurn } from '../../records/plan/heavy-queries.ts';
import { SelectPlan } from '../../records/plan/select-plan.ts';
import { rowsWanted } from '../../records/where/rows-wanted.ts';
import { groupText } from '../../texts/group-text.ts';
import { timeKey } from '../dataset/dimension-sql.ts';
import { type AskedGroups, readGroups, readSums } from './group-request.ts';
import { nameOf, whereOf } from './group-values.ts';

/** Most groups of one answer: a list of more is no overview. */
export const maxGroups = 1000;

type Body = Readonly<Record<string, unknown>>;

/** A group as the database counted it; at level 1 all rows together. */
type CountedGroup = {
  readonly level: number;
  readonly key: string | null;
  readonly name: string | null;
  readonly count: number;
  readonly sums: readonly number[];
};

/**
 * Groups the rows that a query with the same filter finds: within the caller's reach, the page's conditions and the
 * filter. Every group says how many rows it has, their sums, and the condition that finds them. Where nothing says by
 * what, there are no groups, and the total alone is answered.
 */
export async function groupRows(entity: EntityModel, body: Body, context: CallContext): Promise<GroupAnswer> {
  const plan = new SelectPlan(context, entity);
  const condition = await rowsWanted(body.where, plan, context);
  if (body.by === undefined || body.by === null)
    return { groups: [], total: await totalOf(body, condition, plan, context) };
  const asked = readGroups(body, plan, context);
  const counted = sql<CountedGroup>`select grouping(k) as level, k as key, min(name) as name,
      count(*)::int as count, array[${sql.join(asked.sums.map(sumSql))}]::float8[] as sums
    from (select ${sql.join(columnsOf(asked))} ${plan.from()} where ${condition}) as base
    group by grouping sets ((k), ()) order by level desc limit ${sql.lit(maxGroups + 2)}`;
  const { rows } = await inTurn(plan.cost, () => counted.execute(context.db));
  const [total, ...groups] = rows;
  if (total === undefined) throw refuse('E_SERVER', { got: entity.document.name });
  if (groups.length > maxGroups) throw tooMany();
  return {
    groups: groups.map((group) => groupOf(group, asked, context)).sort(inOrder(asked, context)),
    total: figuresOf(total, asked),
  };
}

/** How many rows there are, and their sums. */
async function totalOf(
  body: Body,
  condition: RawBuilder<unknown>,
  plan: SelectPlan,
  context: CallContext,
): Promise<GroupFigures> {
  const sums = readSums(body.sums, plan);
  const columns = [sql`1`, ...sums.map(({ column }, index) => sql`${column.sql} as ${sumRef(index)}`)];
  const counted = sql<Pick<CountedGroup, 'count' | 'sums'>>`select count(*)::int as count,
      array[${sql.join(sums.map(sumSql))}]::float8[] as sums
    from (select ${sql.join(columns)} ${plan.from()} where ${condition}) as base`;
  const { rows } = await inTurn(plan.cost, () => counted.execute(context.db));
  const [total] = rows;
  if (total === undefined) throw refuse('E_SERVER', { got: plan.entity.document.name });
  return figuresOf(total, { sums });
}

function columnsOf({ key, bucket, name, sums }: AskedGroups): readonly RawBuilder<unknown>[] {
  return [
    sql`${bucket === undefined ? sql`${key.sql}::text` : timeKey(bucket, key)} as k`,
    sql`${name === undefined ? sql`null` : name}::text as name`,
    ...sums.map(({ column }, index) => sql`${column.sql} as ${sumRef(index)}`),
  ];
}

function sumSql(_: unknown, index: number): RawBuilder<unknown> {
  return sql`coalesce(sum(${sumRef(index)}), 0)`;
}

function sumRef(index: number): RawBuilder<unknown> {
  return sql.ref(`s${index}`);
}

function groupOf(group: CountedGroup, asked: AskedGroups, context: CallContext): ListGroup {
  return {
    key: group.key,
    name: group.key === null ? null : nameOf(group.key, group.name, asked, context),
    ...figuresOf(group, asked),
    where: whereOf(group.key, asked),
  };
}

function figuresOf(
  { count, sums }: Pick<CountedGroup, 'count' | 'sums'>,
  asked: Pick<AskedGroups, 'sums'>,
): GroupFigures {
  return { count, sums: Object.fromEntries(asked.sums.map(({ path }, index) => [path, sums[index] ?? 0])) };
}

/** Dictionaries in their order, time with the newest first, everything else by name; what has no value comes last. */
function inOrder({ key, bucket }: AskedGroups, { documents }: CallContext): (a: ListGroup, b: ListGroup) => number {
  const values = documents.dictionaries.get(key.field.dictionary ?? '')?.values ?? [];
  const place = new Map(values.map((value, index) => [value.key, index]));
  const rank = ({ key: own }: ListGroup) => (own === null ? values.length + 1 : (place.get(own) ?? values.length));
  return (a, b) => {
    if ((a.key === null) !== (b.key === null)) return a.key === null ? 1 : -1;
    if (bucket !== undefined) return (b.key ?? '').localeCompare(a.key ?? '');
    return (
      rank(a) - rank(b) || (a.name ?? '').localeCompare(b.name ?? '', 'zh') || (a.key ?? '').localeCompare(b.key ?? '')
    );
  };
}

function tooMany() {
  const title = formatMessage(groupText('group.by'));
  const most = expectation(groupText('group.most', { max: maxGroups }));
  const got = formatMessage(groupText('group.more'));
  return invalidInput([{ code: 'E_INPUT_RANGE', pointer: '/by', title, ...most, got }]);
}
