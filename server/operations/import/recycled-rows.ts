import { sql } from 'kysely';
import { isGranted } from '../../../engine/model/access/index.ts';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { formatMessage, formatMessageIn } from '../../../engine/model/texts/index.ts';
import { dayOf } from '../../../engine/model/time/index.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { SelectPlan } from '../../records/plan/select-plan.ts';
import { importText } from '../../texts/import-text.ts';
import { seesOthersDeleted } from '../recycle/others-deleted.ts';
import { restorePermission } from '../write/restore.ts';
import { type ExistingRow, rowsByKey } from './existing-rows.ts';

/** Days for which what was deleted counts as known: whoever brings it again later means a new one. */
const knownDays = 30;

/** A row in the recycle bin: how it is called, where that may be read, and who put it there when. */
type RecycledRow = ExistingRow & {
  readonly label: string | undefined;
  readonly deletedAt: string;
  readonly deletedBy: { readonly id: string; readonly name: string } | undefined;
};

/** The rows in the recycle bin that have one of these keys, by key text; not those that were only taken back. */
export async function recycledRows(
  entity: EntityModel,
  keys: readonly string[],
  rows: readonly Values[],
  context: CallContext,
): Promise<ReadonlyMap<string, RecycledRow>> {
  const { document } = entity;
  if (!document.operations.includes('restore') || rows.length === 0) return new Map();
  const plan = new SelectPlan(context, entity, 't', 'deleted');
  const since = new Date(Date.parse(context.now) - knownDays * 86_400_000).toISOString();
  const shown = plan.reached(document.label);
  const label = shown === undefined || shown.field.mask !== undefined ? sql`null` : shown.sql;
  // As the log has it, which is in Chinese.
  const undone = `%：${formatMessageIn('zh-CN', importText('import.undone'))}%`;
  const isTakenBack = sql`exists (select 1 from operation_log as l where l.entity = ${document.name}
    and l.entity_id = ${plan.own('id')}::text and l.created_at >= ${plan.own('deletedAt')} - interval '1 second'
    and l.value like ${undone})`;
  const further = {
    and: [sql`${plan.own('deletedAt')} >= ${since}::timestamptz`, sql`not ${isTakenBack}`],
    also: [
      sql`${label}::text as label`,
      sql`${plan.own('deletedAt')} as at`,
      sql`${plan.own('updatedBy')} as by`,
      sql`(select p.name from staff as p where p.id = ${plan.own('updatedBy')}) as name`,
    ],
  };
  return rowsByKey(plan, keys, rows, further, context, (row, { label: called, at, by, name }) => ({
    ...row,
    label: typeof called === 'string' ? called : undefined,
    deletedAt: new Date(String(at)).toISOString(),
    deletedBy: typeof by === 'string' ? { id: by, name: String(name ?? '') } : undefined,
  }));
}

/** What is said of a row of a table that is in the recycle bin: which one, and who may restore it. */
export function recycledReason(
  { reached, label, deletedAt, deletedBy }: RecycledRow,
  titles: string,
  entity: EntityModel,
  { caller }: CallContext,
): string {
  if (!reached) return formatMessage(importText('import.recycled.reach', { fields: titles }));
  const thing =
    label === undefined ? importText('import.recycled.some') : importText('import.recycled.thing', { label });
  const same = { fields: titles, thing, day: dayOf(deletedAt) };
  const told =
    deletedBy === undefined
      ? importText('import.recycled.on', same)
      : importText('import.recycled.by', { ...same, name: deletedBy.name });
  const isOwn = deletedBy?.id === caller.staffId || seesOthersDeleted(caller);
  if (isOwn && isGranted(caller.grants, restorePermission(entity)))
    return formatMessage(importText('import.recycled.restore', { told }));
  return formatMessage(
    deletedBy === undefined
      ? importText('import.recycled.ask', { told })
      : importText('import.recycled.askBoth', { told, name: deletedBy.name }),
  );
}
