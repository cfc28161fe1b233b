import { type RawBuilder, sql } from 'kysely';
import type { ToldSource } from '../../../engine/model/documents/index.ts';
import { cardWhere, matchWhere } from '../../../engine/model/record/index.ts';
import type { WireRecord } from '../../../engine/model/wire/index.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import { every } from '../../records/plan/conditions.ts';
import { SelectPlan } from '../../records/plan/select-plan.ts';
import { rowsWanted } from '../../records/where/rows-wanted.ts';
import { logRuns } from '../history/logged-rows.ts';
import type { ActivityCursor } from './activity-cursor.ts';

/** A source and its place among those of its tab, which orders what happened at one moment. */
export type PlacedSource = { readonly place: number; readonly told: ToldSource };

/** The record a timeline is about: as the caller sees it, and of which entity. */
export type Subject = { readonly entity: string; readonly record: WireRecord };

type Page = { readonly start: ActivityCursor | undefined; readonly limit: number };

/** Something that happened: when, of which source, and which row tells of it. */
export type Moment = ActivityCursor;

/** A run of rows in the order of one index: which, and the columns of their moment and id. */
type Run = {
  readonly place: number;
  readonly at: RawBuilder<unknown>;
  readonly id: RawBuilder<unknown>;
  readonly from: RawBuilder<unknown>;
  readonly condition: RawBuilder<unknown>;
};

/**
 * What happened of all sources, the newest first, in one statement: each source gives its first rows beyond the start
 * along an index, and of those the first of all are taken.
 */
export async function momentsOf(
  sources: readonly PlacedSource[],
  subject: Subject,
  page: Page,
  context: CallContext,
): Promise<readonly Moment[]> {
  const runs = (await Promise.all(sources.map((source) => runsOf(source, subject, context)))).flat();
  if (runs.length === 0) return [];
  const parts = runs.map((run) => firstRows(run, page));
  const { rows } = await sql<{ source: number; id: string; moment: string }>`
    select source, id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment
    from (${sql.join(parts, sql` union all `)}) as told
    order by at desc, source, id desc limit ${page.limit}`.execute(context.db);
  return rows.map(({ source, id, moment }) => ({ source, id, at: moment }));
}

async function runsOf({ place, told }: PlacedSource, subject: Subject, context: CallContext): Promise<readonly Run[]> {
  if (told.kind === 'history') {
    const { plan, runs } = logRuns(modelOf(context.documents, subject.entity), subject.record.id, context);
    const columns = { place, at: plan.own('createdAt'), id: plan.own('id'), from: plan.from() };
    return runs.map((condition) => ({ ...columns, condition }));
  }
  const { tab } = told;
  const matched = matchWhere(tab.match, subject.record);
  // Where the record leads nowhere nothing belongs to it.
  if (matched === undefined) return [];
  const plan = new SelectPlan(context, modelOf(context.documents, tab.entity));
  const condition = await rowsWanted({ and: [...matched, ...cardWhere(tab.where)] }, plan, context);
  const at = plan.reached(tab.timeline.time)?.sql;
  if (at === undefined) throw refuse('E_SERVER', { got: tab.timeline.time });
  return [{ place, at, id: plan.own('id'), from: plan.from(), condition: every([condition, sql`${at} is not null`]) }];
}

function firstRows({ place, at, id, from, condition }: Run, { start, limit }: Page): RawBuilder<unknown> {
  const all = start === undefined ? condition : every([condition, beyond({ place, at, id }, start)]);
  return sql`(select ${sql.lit(place)}::int as source, ${id} as id, ${at} as at ${from} where ${all}
    order by ${at} desc, ${id} desc limit ${limit})`;
}

/** Rows after a place; of what happened at one moment, the sources come in their order. */
function beyond({ place, at, id }: Pick<Run, 'place' | 'at' | 'id'>, start: ActivityCursor): RawBuilder<unknown> {
  const moment = sql`${start.at}::timestamptz`;
  if (place === start.source) return sql`(${at}, ${id}) < (${moment}, ${start.id}::uuid)`;
  return place < start.source ? sql`${at} < ${moment}` : sql`${at} <= ${moment}`;
}
