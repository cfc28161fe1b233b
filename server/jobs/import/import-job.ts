import type { DocumentSet } from '../../../engine/model/documents/index.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { modelOf } from '../../kernel/operation/context.ts';
import type { RuleBook } from '../../kernel/operation/domain-rules.ts';
import type { JobContext, JobKind, JobResult, JobStep } from '../../kernel/operation/job.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import type { ImportPlan, RowOutcome, StagedRow } from '../../operations/import/import-plan.ts';
import { keepOutcomes } from '../../operations/import/import-rows-store.ts';
import { intakeOf } from '../../operations/import/intake.ts';
import type { ReadRow } from '../../operations/import/read-rows.ts';
import { rowsInTurns } from '../../operations/import/rows-in-turns.ts';
import type { ImportInput } from '../../operations/import/start-run.ts';
import { takenBack } from '../../operations/import/taken-back.ts';
import { writeRows } from '../../operations/import/write-rows.ts';
import { mockNumbers, takeNumbers } from '../../records/change/row-numbers.ts';
import { recordImport } from '../../records/lookup/imported-values.ts';
import { saveErrorFile } from './error-file.ts';
import { planOf } from './import-input.ts';
import { saveOnceFile } from './once-file.ts';
import { stageTable } from './stage-table.ts';
import { stagedHeader, stagedRows, stagingKey } from './staging.ts';

/** How many rows ended how. */
export type ImportCounts = {
  readonly created: number;
  readonly updated: number;
  readonly duplicated: number;
  readonly failed: number;
};

/** Where an import stands between two steps. */
export type ImportState =
  | { readonly phase: 'read' }
  | {
      readonly phase: 'write';
      /** Where the next rows begin in the staged file. */
      readonly next: number;
      readonly done: number;
      readonly total: number;
      readonly counts: ImportCounts;
      /** Numbers taken for the next rows. */
      readonly numbers: readonly Values[];
    }
  | { readonly phase: 'tidy'; readonly total: number; readonly result: JobResult };

type Context = JobContext<ImportInput>;
type Step = JobStep<ImportState>;
type Writing = Extract<ImportState, { phase: 'write' }>;

// A step of rows with rules and log rows takes less than a second.
const rowsPerStep = 1000;
// An action takes its numbers itself, and whoever else needs one waits for the commit.
const actionsPerStep = 50;
// Few enough to be forgotten before the memory they take is counted as lasting.
const rowsAtOnce = 200;
const none: ImportCounts = { created: 0, updated: 0, duplicated: 0, failed: 0 };

/** Import as background work: first the table is read through, then its rows are written some hundred at a time. */
export function importKind(documents: DocumentSet, rules: RuleBook): JobKind<ImportInput, ImportState> {
  return {
    key: 'import',
    title: '导入',
    permission: ({ entity, action }) => intakeOf(modelOf(documents, entity), action).permission,
    begin: () => ({ phase: 'read' }),
    async step(state, context) {
      const plan = planOf(context.input, documents, rules);
      if (state.phase === 'read') return read(plan, context);
      if (state.phase === 'tidy') return tidy(state, context);
      return state.done < state.total ? write(plan, state, context) : finish(plan, state, context, rules);
    },
    async undo(state, context) {
      const { batchId, dryRun, entity, action } = context.input;
      const { path, isUndoable } = intakeOf(modelOf(documents, entity), action);
      const written = state.phase === 'write' ? state.counts.created + state.counts.updated : 0;
      const success = state.phase === 'tidy' ? Number(state.result.facts?.success ?? 0) : written;
      if (dryRun || success === 0 || !isUndoable) return undefined;
      return { path, body: { mode: 'undo', batchId } };
    },
    async discard(state, context) {
      await context.services.files.remove(stagingKey(context.jobId));
      if (state.phase !== 'tidy')
        await note(context, state.phase === 'write' ? state.counts : none, { status: 'failed' });
    },
  };
}

async function read(plan: ImportPlan, context: Context): Promise<Step> {
  const total = await stageTable(plan, context.input.file, stagingKey(context.jobId), context);
  if (total === 0) throw refuse('E_IMPORT_EMPTY');
  const { next } = await stagedHeader(context.services.files, stagingKey(context.jobId));
  await note(context, none, { status: 'running', total });
  const numbers = await numbersAhead(plan, total, context);
  return { state: { phase: 'write', next, done: 0, total, counts: none, numbers }, done: 0, total };
}

function rowsOfStep({ intake }: ImportPlan): number {
  return intake.action === undefined ? rowsPerStep : actionsPerStep;
}

/** Taken last, so that the commit follows at once. */
function numbersAhead(plan: ImportPlan, left: number, context: Context): Promise<readonly Values[]> {
  const isWithout = plan.dryRun || plan.intake.action !== undefined;
  return takeNumbers(plan.intake.entity, isWithout ? 0 : Math.min(left, rowsPerStep), context);
}

async function write(plan: ImportPlan, state: Writing, context: Context): Promise<Step> {
  const { rows, next } = await stagedRows(
    context.services.files,
    stagingKey(context.jobId),
    state.next,
    rowsOfStep(plan),
  );
  let { counts } = state;
  let from = 0;
  for await (const ready of rowsInTurns(plan, rows, rowsAtOnce, context)) {
    const end = from + ready.length;
    const outcomes = await outcomesOf(plan, rows.slice(from, end), ready, state.numbers.slice(from, end), context);
    counts = added(counts, outcomes);
    from = end;
  }
  await note(context, counts, {});
  const done = state.done + rows.length;
  const numbers = await numbersAhead(plan, state.total - done, context);
  return { state: { ...state, next, done, counts, numbers }, done, total: state.total };
}

async function outcomesOf(
  plan: ImportPlan,
  rows: readonly StagedRow[],
  ready: readonly ReadRow[],
  numbers: readonly Values[],
  context: Context,
): Promise<readonly RowOutcome[]> {
  const { batchId } = context.input;
  if (!plan.dryRun) {
    const outcomes = await writeRows(plan, ready, numbers, context);
    await keepOutcomes(batchId, plan.intake.entity, rows, outcomes, context);
    return outcomes;
  }
  const mock = mockNumbers(
    plan.intake.entity,
    rows.map((row) => row.number),
  );
  const outcomes = await takenBack(context, () => writeRows(plan, ready, mock, context));
  const told = outcomes.map((outcome, at) => ({ outcome, row: rows[at] })).filter(({ outcome }) => 'reason' in outcome);
  await keepOutcomes(
    batchId,
    plan.intake.entity,
    told.flatMap(({ row }) => row ?? []),
    told.map(({ outcome }) => outcome),
    context,
  );
  return outcomes;
}

function added(counts: ImportCounts, outcomes: readonly RowOutcome[]): ImportCounts {
  const sum: Record<keyof ImportCounts, number> = { ...counts };
  for (const { outcome } of outcomes) sum[outcome] += 1;
  return sum;
}

async function finish(plan: ImportPlan, state: Writing, context: Context, rules: RuleBook): Promise<Step> {
  const { counts, total } = state;
  const { files } = context.services;
  const hasErrors = counts.failed + counts.duplicated > 0;
  const { header } = await stagedHeader(files, stagingKey(context.jobId));
  const fileId = hasErrors ? await saveErrorFile(header, context) : undefined;
  await note(context, counts, { status: 'done', ...(fileId === undefined ? {} : { errorFileId: fileId }) });
  const { batchId } = context.input;
  const hits = counts.duplicated + counts.updated;
  await recordImport(plan.intake.entity, { batchId, rows: total, hits }, context, rules);
  const success = counts.created + counts.updated;
  const message = `共${total}条，成功${success}条，重复${counts.duplicated}条，失败${counts.failed}条${plan.dryRun ? '（预检，未写入）' : ''}`;
  const onceId = await saveOnceFile(header, hasErrors, context);
  const facts = { ...counts, total, success, batchId, dryRun: plan.dryRun };
  const resultId = onceId ?? fileId;
  const result = { message, facts, ...(resultId === undefined ? {} : { fileId: resultId }) };
  return { state: { phase: 'tidy', total, result }, done: total, total };
}

/** The staged rows go when nothing can ask for them any more. */
async function tidy(state: Extract<ImportState, { phase: 'tidy' }>, context: Context): Promise<Step> {
  await context.services.files.remove(stagingKey(context.jobId));
  const { total, result } = state;
  return { state, done: total, total, finished: result };
}

/** Shows on the batch what its import has come to. */
async function note(context: Context, counts: ImportCounts, further: Values): Promise<void> {
  const { created, updated, duplicated, failed } = counts;
  await context.records.update('import_batch', context.input.batchId, {
    success: created + updated,
    duplicated,
    failed,
    ...further,
  });
}
