import { type RawBuilder, sql } from 'kysely';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import type { SelectPlan } from '../../records/plan/select-plan.ts';
import type { RowOutcome } from './run-rows.ts';

/** A row of a piece of bulk work, and what undoing it needs. */
export type BulkRow = { readonly id: string; readonly entityId: string; readonly kept: Values | undefined };

/** Where a row of bulk work stands. */
export type BulkRowStatus = 'pending' | 'done' | 'failed' | 'undone' | 'stuck';

/** Writes down which rows a job is about: those a condition finds just now, in the order of their ids. Answers how many. */
export async function keepSelected(
  job: { readonly jobId: string; readonly operation: string },
  plan: SelectPlan,
  condition: RawBuilder<unknown>,
  limit: number,
  { db, now, caller }: CallContext,
): Promise<number> {
  const found = sql`select ${plan.own('id')} as id ${plan.from()} where ${condition} order by ${plan.own('id')} limit ${limit}`;
  const kept =
    await sql`insert into bulk_row (id, created_at, created_by, updated_at, updated_by, version, job_id, place, operation, entity, entity_id, status)
    select uuidv7(), ${now}::timestamptz, ${caller.staffId}::uuid, ${now}::timestamptz, ${caller.staffId}::uuid, 1,
      ${job.jobId}::uuid, row_number() over (order by found.id), ${job.operation}, ${plan.entity.document.name}, found.id::text, 'pending'
    from (${found}) as found`.execute(db);
  return Number(kept.numAffectedRows ?? 0n);
}

/** The next rows of a job in this state, held until the transaction ends. */
export async function nextRows(
  jobId: string,
  status: BulkRowStatus,
  limit: number,
  { db, protection }: Pick<CallContext, 'db' | 'protection'>,
): Promise<readonly BulkRow[]> {
  const wanted = status === 'pending' ? sql`true` : sql`kept is not null`;
  const found = await sql<{
    id: string;
    entity_id: string;
    kept: string | null;
  }>`select id, entity_id, kept from bulk_row
    where job_id = ${jobId} and status = ${status} and ${wanted} order by place limit ${limit} for update`.execute(db);
  return found.rows.map((row) => ({
    id: row.id,
    entityId: row.entity_id,
    // What `settle` encrypted.
    kept: row.kept === null ? undefined : (JSON.parse(protection.decrypt(row.kept)) as Values),
  }));
}

/** Writes down what became of rows. What undoing them needs is in clear and therefore encrypted. */
export async function settle(
  rows: readonly BulkRow[],
  outcomes: readonly RowOutcome[],
  status: { readonly ok: BulkRowStatus; readonly refused: BulkRowStatus },
  { db, protection, now }: Pick<CallContext, 'db' | 'protection' | 'now'>,
): Promise<void> {
  const answers = rows.map((row, index) => ({ row, outcome: outcomes[index] }));
  const column = (value: (answer: (typeof answers)[number]) => string | null) => answers.map(value);
  const keep = ({ outcome }: (typeof answers)[number]) =>
    outcome?.kept === undefined ? null : protection.encrypt(JSON.stringify(outcome.kept));
  await sql`update bulk_row as b set status = a.status, code = a.code, message = left(a.message, 500),
      kept = coalesce(a.kept, b.kept), updated_at = ${now}, version = b.version + 1
    from unnest(${column(({ row }) => row.id)}::uuid[], ${column(({ outcome }) => (outcome?.ok === true ? status.ok : status.refused))}::text[],
      ${column(({ outcome }) => outcome?.code ?? null)}::text[], ${column(({ outcome }) => outcome?.message ?? null)}::text[],
      ${column(keep)}::text[]) as a(id, status, code, message, kept)
    where b.id = a.id`.execute(db);
}

/** How many rows of a job stand where. */
export async function countRows(jobId: string, { db }: Pick<CallContext, 'db'>): Promise<ReadonlyMap<string, number>> {
  const found = await sql<{ status: string; n: number }>`select status, count(*) as n from bulk_row
    where job_id = ${jobId} group by status`.execute(db);
  return new Map(found.rows.map((row) => [row.status, row.n]));
}

/** The operation whose rows a job may undo, and how many those are; undefined where there is nothing to undo. */
export async function undoableRows(
  jobId: string,
  { db }: Pick<CallContext, 'db'>,
): Promise<{ readonly operation: string; readonly count: number } | undefined> {
  const found = await sql<{ operation: string; n: number }>`select operation, count(*) as n from bulk_row
    where job_id = ${jobId} and status = 'done' and kept is not null group by operation`.execute(db);
  const [row] = found.rows;
  return row === undefined ? undefined : { operation: row.operation, count: row.n };
}
