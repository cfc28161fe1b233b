import { sql } from 'kysely';
import { type EntityModel, rowsAlong } from '../../../engine/model/entity/index.ts';
import { wrongInput } from '../../kernel/errors/wrong-input.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import { every } from '../../records/plan/conditions.ts';
import { SelectPlan } from '../../records/plan/select-plan.ts';
import { rowsWanted } from '../../records/where/rows-wanted.ts';
import { recycleText } from '../../texts/recycle-text.ts';

/** Which deleted rows are looked for: by whom, called how, deleted when; so many of the latest. */
export type Sought = {
  readonly by: string | undefined;
  readonly search: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly size: number;
};

/** A deleted row as the recycle bin shows it. */
export type DeletedRow = {
  readonly entity: string;
  readonly id: string;
  readonly label: string;
  readonly deletedAt: string;
  readonly deletedBy: string | null;
};

type Found = {
  readonly entity: EntityModel;
  readonly isWanted: boolean;
  readonly count: number;
  readonly list: readonly DeletedRow[];
};

/**
 * The rows of one kind that were deleted, in the caller's reach; child rows that went with their parent come back with
 * it and are not listed. Nobody writes a row between deleting and restoring it: who wrote it last deleted it.
 */
export async function deletedRows(
  entity: EntityModel,
  { by, search, from, to, size }: Sought,
  isWanted: boolean,
  context: CallContext,
): Promise<Found> {
  const plan = new SelectPlan(context, entity, 't', 'deleted');
  const within = await rowsWanted(undefined, plan, context, {});
  const label = labelSql(plan);
  const conditions = [
    within,
    ...(by === undefined ? [] : [sql`${plan.own('updatedBy')} = ${by}::uuid`]),
    ...(search === '' ? [] : [sql`position(lower(${search}) in lower(${label})) > 0`]),
    ...(from === undefined ? [] : [sql`${plan.own('deletedAt')} >= ${moment('from', from)}::timestamptz`]),
    ...(to === undefined ? [] : [sql`${plan.own('deletedAt')} < ${moment('to', to)}::timestamptz`]),
    ...partConditions(entity, plan, context),
  ];
  const rows = await sql<{ id: string; label: string | null; at: string; by: string | null; total: string }>`
    select ${plan.own('id')} as id, ${label} as label, ${plan.own('deletedAt')} as at,
      (select p.name from staff as p where p.id = ${plan.own('updatedBy')}) as by, count(*) over () as total
    ${plan.from()} where ${every(conditions)}
    order by ${plan.own('deletedAt')} desc, ${plan.own('id')} desc limit ${isWanted ? size : 1}`.execute(context.db);
  const { name } = entity.document;
  const list = rows.rows.map((row) => ({
    entity: name,
    id: row.id,
    label: row.label ?? row.id.slice(-6),
    deletedAt: new Date(row.at).toISOString(),
    deletedBy: row.by,
  }));
  return { entity, isWanted, count: Number(rows.rows[0]?.total ?? 0), list: isWanted ? list : [] };
}

/** What a row is called, as far as the caller may read that; masked names are nobody's. */
function labelSql(plan: SelectPlan) {
  const shown = plan.reached(plan.entity.document.label);
  return shown === undefined || shown.field.mask !== undefined ? sql`null::text` : sql`(${shown.sql})::text`;
}

function moment(key: 'from' | 'to', text: string): string {
  if (Number.isNaN(Date.parse(text)))
    throw wrongInput(`/${key}`, recycleText(`recycle.${key}`), recycleText('recycle.time'), text);
  return text;
}

/** Of what is a part of others: not what went together with its parent. */
function partConditions(entity: EntityModel, plan: SelectPlan, { documents }: CallContext) {
  return [...documents.entities.values()].flatMap((parent) =>
    rowsAlong(modelOf(documents, parent.name), documents.entities)
      .filter((rows) => rows.entity === entity.document.name)
      .map(
        (rows) => sql`not exists (select 1 from ${sql.table(parent.name)} as whole
          where whole.id = ${plan.own(rows.by)} and whole.deleted_at = ${plan.own('deletedAt')})`,
      ),
  );
}
