import { sql } from 'kysely';
import type { OnceFact } from '../../../engine/model/index.ts';
import { authorOf } from '../../kernel/caller/caller.ts';
import { AppError } from '../../kernel/errors/app-error.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { enforceRules } from '../../records/change/enforce-rules.ts';
import { insertRow, updateRow } from '../../records/change/write-row.ts';
import { keptEditions } from '../../records/edition/named-editions.ts';
import { logChange } from '../../records/log/operation-log.ts';
import { holdTree } from '../../records/tree/tree.ts';
import { lockedRecord } from '../write/modify.ts';
import { BulkWriter } from './bulk-writer.ts';
import type { ImportPlan, RowOutcome } from './import-plan.ts';
import { moveRows } from './move-rows.ts';
import type { ReadRow } from './read-rows.ts';
import { isAboutRow, refusedRow } from './row-refusal.ts';
import { runRows } from './run-rows.ts';

type ToWrite = Exclude<ReadRow, { readonly kind: 'over' }>;

/**
 * Writes rows through the same functions as the form, each with its log row. New rows go out together first; where the
 * database or a rule refuses one of them, all of them are taken back and done one by one, so that only the bad ones fail. An
 * action or a transition is run with each row by itself.
 */
export async function writeRows(
  plan: ImportPlan,
  rows: readonly ReadRow[],
  numbers: readonly Values[],
  context: RuleContext,
): Promise<readonly RowOutcome[]> {
  const { entity, action, moves } = plan.intake;
  if (moves !== undefined) return moveRows(plan, moves, rows, context);
  if (action !== undefined) return runRows(plan, action, rows, context);
  await holdTree(entity, 'add', context);
  const coming = rows.flatMap((row) => (row.kind === 'over' ? [] : [row.values]));
  const together = await attempt(context, coming, async (batch) => {
    const outcomes: RowOutcome[] = [];
    for (const [at, row] of rows.entries())
      outcomes.push(row.kind === 'over' ? row.outcome : await writeOrForget(plan, row, numbers[at] ?? {}, batch));
    return outcomes;
  });
  if (!('error' in together)) return together.done;
  const outcomes: RowOutcome[] = [];
  for (const [at, row] of rows.entries())
    outcomes.push(row.kind === 'over' ? row.outcome : await writeAlone(plan, row, numbers[at] ?? {}, context));
  return outcomes;
}

/** One row among others: what a rule refuses before anything of it was written is simply forgotten. */
async function writeOrForget(
  plan: ImportPlan,
  row: ToWrite,
  numbers: Values,
  batch: BatchContext,
): Promise<RowOutcome> {
  const mark = await batch.records.mark();
  try {
    return await writeRow(plan, row, numbers, batch);
  } catch (error) {
    if (!(error instanceof AppError) || !isAboutRow(error) || !batch.records.rewind(mark)) throw error;
    return refusedRow(plan, error, batch);
  }
}

async function writeAlone(plan: ImportPlan, row: ToWrite, numbers: Values, context: RuleContext): Promise<RowOutcome> {
  const alone = await attempt(context, undefined, (batch) => writeRow(plan, row, numbers, batch));
  return 'error' in alone ? refusedRow(plan, alone.error, context) : alone.done;
}

type BatchContext = RuleContext & { readonly records: BulkWriter };

/** Does the work behind a savepoint; what refuses a row takes all of it back, anything else ends the step. */
async function attempt<Done>(
  context: RuleContext,
  coming: readonly Values[] | undefined,
  work: (batch: BatchContext) => Promise<Done>,
): Promise<{ readonly done: Done } | { readonly error: unknown }> {
  const { db, caller, now } = context;
  const batch = { ...context, records: new BulkWriter(context, { staffId: authorOf(caller), now }, coming) };
  await sql`savepoint import_rows`.execute(db);
  try {
    const done = await work(batch);
    await batch.records.flush();
    await enforceRules(batch);
    await sql`release savepoint import_rows`.execute(db);
    return { done };
  } catch (thrown) {
    // Nothing may come after what is taken back.
    const error = (await batch.records.landed()) ?? thrown;
    if (!isAboutRow(error)) throw error;
    await sql`rollback to savepoint import_rows`.execute(db);
    await sql`release savepoint import_rows`.execute(db);
    return { error };
  }
}

async function writeRow(plan: ImportPlan, row: ToWrite, numbers: Values, context: BatchContext): Promise<RowOutcome> {
  context.records.begin(row.values);
  return row.kind === 'create' ? create(plan, row.values, numbers, context) : update(plan, row.id, row.values, context);
}

async function create(plan: ImportPlan, values: Values, numbers: Values, context: BatchContext): Promise<RowOutcome> {
  const { entity } = plan.intake;
  const { rules } = plan;
  const { name } = entity.document;
  context.records.takeInserted();
  const once: OnceFact[] = [];
  const telling = { ...context, tell: (fact: OnceFact) => once.push(fact) };
  const { id, stored } = await insertRow(entity, values, numbers, telling, rules);
  await rules.get(name)?.afterCreate?.(id, stored, context);
  const along = context.records.takeInserted().filter((made) => made.id !== id);
  await logChange({ entity, id, action: 'create', title: '导入', after: stored }, context);
  return { outcome: 'created', id, along, ...(once.length === 0 ? {} : { once }) };
}

async function update(plan: ImportPlan, id: string, values: Values, context: BatchContext): Promise<RowOutcome> {
  const { entity } = plan.intake;
  const { rules } = plan;
  const { name } = entity.document;
  const record = await lockedRecord(entity, id, context);
  const kept = await keptEditions(entity, record, values, context);
  const changes = await updateRow(entity, record, kept, context, rules);
  const before = Object.fromEntries(Object.keys(changes).map((key) => [key, record[key] ?? null]));
  if (Object.keys(changes).length > 0) {
    await rules.get(name)?.afterModify?.(record, changes, context);
    await logChange({ entity, id, action: 'modify', title: '导入', before, after: changes }, context);
  }
  return { outcome: 'updated', id, before };
}
