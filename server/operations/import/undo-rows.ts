import { sql } from 'kysely';
import type { EntityModel, TransitionOfEntity } from '../../../engine/model/entity/index.ts';
import { formatMessageIn } from '../../../engine/model/texts/index.ts';
import { AppError } from '../../kernel/errors/app-error.ts';
import { modelOf } from '../../kernel/operation/context.ts';
import { followChange, type RuleBook, type RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { enforceRules } from '../../records/change/enforce-rules.ts';
import { refuseInClosedParents } from '../../records/change/write-access.ts';
import { updateRow } from '../../records/change/write-row.ts';
import { logChange } from '../../records/log/operation-log.ts';
import { holdTree, refuseWithNodesBelow } from '../../records/tree/tree.ts';
import { importText } from '../../texts/import-text.ts';
import { removeChildren } from '../write/child-rows.ts';
import { lockedRecord } from '../write/modify.ts';
import { type KeptRow, noteKept, referredIds } from './import-rows-store.ts';
import { moveBack } from './move-rows.ts';

/** How many rows an undo deleted, gave their former values back, and left alone. */
export type UndoCounts = { readonly deleted: number; readonly restored: number; readonly kept: number };

/** Whose rows are taken back, by which rules. */
type UndonePlan = {
  readonly entity: EntityModel;
  readonly rules: RuleBook;
  /** The action that made them: whoever may run it may take back what it made, though it be nobody's he can see. */
  readonly action?: string;
  /** The transition that takes them back, where they ran one. */
  readonly back?: TransitionOfEntity;
};

/** What stands in the log and with the rows, which is in Chinese. */
function stored(key: Parameters<typeof importText>[0]): string {
  return formatMessageIn('zh-CN', importText(key));
}

/** Takes rows of an import back, as far as nobody changed them or built on them since; the others are noted. */
export async function undoRows(plan: UndonePlan, rows: readonly KeptRow[], context: RuleContext): Promise<UndoCounts> {
  const { entity } = plan;
  await holdTree(entity, 'move', context);
  const created = rows.filter((row) => row.outcome === 'created');
  const along = created.flatMap((row) => (row.along ?? []).map(({ id }) => id));
  const ids = created.flatMap((row) => row.recordId ?? []);
  const referred = await referredIds(entity, ids, [...along, ...ids], context.documents, context);
  const counts = { deleted: 0, restored: 0, kept: 0 };
  for (const row of rows) {
    const reason = referred.has(row.recordId ?? '') ? stored('import.kept.used') : await undoRow(plan, row, context);
    if (reason !== undefined) {
      counts.kept += 1;
      await noteKept(row, reason, context);
    } else if (row.outcome === 'created') counts.deleted += 1;
    else counts.restored += 1;
  }
  return counts;
}

/** Takes one row back; answers why it was left alone, where it was. */
async function undoRow(plan: UndonePlan, row: KeptRow, context: RuleContext): Promise<string | undefined> {
  await sql`savepoint undo_row`.execute(context.db);
  try {
    const record = await madeRecord(plan, row.recordId ?? '', context);
    if (record === undefined) return stored('import.kept.deleted');
    if (record.version !== row.recordVersion) return stored('import.kept.changed');
    await (row.outcome === 'created' ? takeOut(plan, record, row, context) : putBack(plan, record, row, context));
    await enforceRules(context);
    return undefined;
  } catch (error) {
    if (error instanceof AppError && error.entry.http === 200) {
      await sql`rollback to savepoint undo_row`.execute(context.db);
      return error.code === 'E_NOT_FOUND' ? stored('import.kept.reach') : error.message;
    }
    throw error;
  }
}

function madeRecord(
  { entity, action }: UndonePlan,
  id: string,
  context: RuleContext,
): Promise<StoredRecord | undefined> {
  if (action === undefined) return lockedRecord(entity, id, context);
  return context.records.lockOne(entity.document.name, id);
}

async function takeOut(
  { entity, rules }: UndonePlan,
  record: StoredRecord,
  row: KeptRow,
  context: RuleContext,
): Promise<void> {
  await refuseInClosedParents(entity, [record], context);
  await refuseWithNodesBelow(entity, record, context);
  await rules.get(entity.document.name)?.beforeDelete?.(record, context);
  const removed = await removeChildren(entity, record.id, context);
  for (const made of row.along ?? [])
    if (modelOf(context.documents, made.entity).document.appendOnly !== true)
      await context.records.remove(made.entity, made.id);
  await context.records.remove(entity.document.name, record.id);
  const before = Object.keys(removed).length === 0 ? {} : { before: removed };
  await logChange(
    { entity, id: record.id, action: 'delete', title: stored('import.undone.logged'), ...before },
    context,
  );
}

async function putBack(
  { entity, rules, back }: UndonePlan,
  record: StoredRecord,
  row: KeptRow,
  context: RuleContext,
): Promise<void> {
  const former: Values = row.sealed === null ? {} : JSON.parse(context.protection.decrypt(row.sealed));
  if (back !== undefined) return moveBack(entity, back, record, former, rules, context);
  const changes = await updateRow(entity, record, former, context, rules);
  if (Object.keys(changes).length === 0) return;
  await followChange(entity.document.name, record, changes, context, rules);
  const before = Object.fromEntries(Object.keys(changes).map((key) => [key, record[key]]));
  await logChange(
    { entity, id: record.id, action: 'modify', title: stored('import.undone.logged'), before, after: changes },
    context,
  );
}
