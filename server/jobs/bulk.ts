import type { DocumentSet } from '../../engine/model/documents/index.ts';
import type { RuleBook } from '../kernel/operation/domain-rules.ts';
import type { JobContext, JobKind, JobStep } from '../kernel/operation/job.ts';
import { type CallerOperation, hasCaller } from '../kernel/operation/operation.ts';
import type { Values } from '../kernel/operation/record-store.ts';
import type { RowStep, RowWork, SetStep } from '../kernel/operation/row-work.ts';
import { type BulkUndo, refuseUndo } from '../operations/bulk/bulk-operations.ts';
import {
  type BulkRow,
  type BulkRowStatus,
  countRows,
  nextRows,
  settle,
  undoableRows,
} from '../operations/bulk/bulk-rows.ts';
import { type RowOutcome, runRows, runSet } from '../operations/bulk/run-rows.ts';
import type { BulkJob } from '../operations/bulk/start-bulk.ts';
import { buildRegistry, type OperationRegistry, refuseForeign } from '../operations/registry/registry.ts';

/** Rows done together in one transaction, and how long that may take before the rest is left to the next. */
const rowsPerStep = 50;
// What is asked once for all of them is asked less often; still well below a second.
const rowsPerSet = 200;
const stepMs = 1500;

/** How far it is; the total is counted with the first step. */
type State = { readonly done: number; readonly total: number | null };

/** Work on all rows that matched, one after another: its rows are kept in `bulk_row` with the answer of each. */
export function bulkKinds(
  documents: DocumentSet,
  rules: RuleBook,
): readonly [JobKind<BulkJob, State>, JobKind<BulkUndo, State>] {
  const registry = buildRegistry(documents, [...rules.values()], []);
  return [bulkKind(registry), undoKind(registry)];
}

function bulkKind(registry: OperationRegistry): JobKind<BulkJob, State> {
  return {
    key: 'bulk',
    title: '批量操作',
    begin: () => ({ done: 0, total: null }),
    async step(state, context) {
      const { operation, work } = rowsOf(registry, context.input.operation);
      refuseForeign(operation, context);
      // What `startBulk` encrypted.
      const input = JSON.parse(context.protection.decrypt(context.input.input)) as Values;
      const step = await work.prepare(input, context);
      const set = await work.prepareSet?.(input, context);
      const total = state.total ?? sum((await countRows(context.jobId, context)).values());
      const rows = await nextRows(context.jobId, 'pending', set === undefined ? rowsPerStep : rowsPerSet, context);
      const done = state.done + (await doRows(rows, { step, set }, { ok: 'done', refused: 'failed' }, context));
      return rows.length > 0
        ? { state: { done, total }, done, total }
        : finished({ done, total }, await facts(context.jobId, context));
    },
    async undo(_, context) {
      const { jobId } = context;
      const rows = await undoableRows(jobId, context);
      return rows === undefined ? undefined : { path: '/v1/bulk/undo', body: { id: jobId } };
    },
  };
}

function undoKind(registry: OperationRegistry): JobKind<BulkUndo, State> {
  return {
    key: 'bulk_undo',
    title: '撤销批量操作',
    begin: () => ({ done: 0, total: null }),
    async step(state, context) {
      const { jobId, operation } = context.input;
      const { undo } = rowsOf(registry, operation).work;
      if (undo === undefined) throw new TypeError(`${operation} cannot be undone`);
      const total = state.total ?? (await undoableRows(jobId, context))?.count ?? 0;
      const rows = await nextRows(jobId, 'done', rowsPerStep, context);
      const keptOf = new Map(rows.map((row) => [row.entityId, row.kept ?? {}]));
      const step: RowStep = async (id, inside) => {
        const kept = keptOf.get(id) ?? {};
        refuseUndo(undo.permission(kept), inside);
        await undo.run(id, kept, inside);
        return undefined;
      };
      const done =
        state.done + (await doRows(rows, { step, set: undefined }, { ok: 'undone', refused: 'stuck' }, context));
      return rows.length > 0
        ? { state: { done, total }, done, total }
        : finished({ done, total }, { ...(await facts(jobId, context)), undid: jobId });
    },
  };
}

function rowsOf(
  registry: OperationRegistry,
  path: string,
): { readonly operation: CallerOperation; readonly work: RowWork } {
  const operation = registry.get(path);
  if (operation === undefined || !hasCaller(operation) || operation.rows === undefined)
    throw new TypeError(`${path} does not work on many rows`);
  return { operation, work: operation.rows };
}

type Steps = { readonly step: RowStep; readonly set: SetStep | undefined };
type Statuses = { readonly ok: BulkRowStatus; readonly refused: BulkRowStatus };

/** Does as many of the rows as a step has time for, those together that can be, and writes down what became of them. */
async function doRows(
  rows: readonly BulkRow[],
  { step, set }: Steps,
  status: Statuses,
  context: JobContext<unknown>,
): Promise<number> {
  const until = Date.now() + stepMs;
  const ids = rows.map(({ entityId }) => entityId);
  const together = set === undefined ? new Map<string, RowOutcome>() : await runSet(ids, set, context);
  const inside = { ...context, step: {} };
  const done: { readonly row: BulkRow; readonly outcome: RowOutcome }[] = [];
  for (const row of rows) {
    const known = together.get(row.entityId);
    if (known !== undefined) done.push({ row, outcome: known });
    else if (Date.now() <= until || done.length === 0)
      for (const outcome of await runRows([row.entityId], step, inside)) done.push({ row, outcome });
  }
  await settle(
    done.map(({ row }) => row),
    done.map(({ outcome }) => outcome),
    status,
    context,
  );
  return done.length;
}

type Counts = { readonly [status in BulkRowStatus]?: number };
/** How many rows stand where, and the job that was undone. */
type Facts = Counts & { readonly undid?: string };

async function facts(jobId: string, context: JobContext<unknown>): Promise<Counts> {
  return Object.fromEntries(await countRows(jobId, context));
}

function finished(state: State, counted: Facts): JobStep<State> {
  const { done = 0, failed = 0, undone = 0, stuck = 0 } = counted;
  const message =
    undone + stuck > 0 ? `撤销 ${undone} 条，未能撤销 ${stuck} 条` : `成功 ${done} 条，未成功 ${failed} 条`;
  return { state, done: state.done, total: state.total, finished: { message, facts: counted } };
}

function sum(counts: Iterable<number>): number {
  return [...counts].reduce((total, count) => total + count, 0);
}
