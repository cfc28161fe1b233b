import { sql } from 'kysely';
import type { DocumentSet } from '../../../engine/model/documents/index.ts';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { toColumn } from '../../../engine/model/naming/index.ts';
import { newId } from '../../kernel/crypto/new-id.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { RowOutcome, StagedRow } from './import-plan.ts';

/** A row of a table as it was left, for the error file and for taking an import back. */
export type KeptRow = {
  readonly id: string;
  readonly rowNo: number;
  readonly outcome: string;
  readonly recordId: string | null;
  readonly recordVersion: number | null;
  readonly reason: string | null;
  readonly along: readonly { readonly entity: string; readonly id: string }[] | null;
  readonly sealed: string | null;
};

/** Keeps what became of rows, in the transaction that wrote them. Contents are kept encrypted. */
export async function keepOutcomes(
  batchId: string,
  entity: EntityModel,
  rows: readonly StagedRow[],
  outcomes: readonly RowOutcome[],
  context: RuleContext,
): Promise<void> {
  const written = outcomes.flatMap((outcome) => ('id' in outcome ? [outcome.id] : []));
  const versions = await versionsOf(entity, written, context);
  const seal = (value: unknown) => context.protection.encrypt(JSON.stringify(value));
  const kept = outcomes.flatMap((outcome, at) => {
    const row = rows[at];
    if (row === undefined) return [];
    const common = { batchId, rowNo: row.number, outcome: outcome.outcome };
    const values =
      'reason' in outcome
        ? { ...common, reason: outcome.reason, sealed: seal(row.cells) }
        : {
            ...common,
            recordId: outcome.id,
            recordVersion: versions.get(outcome.id) ?? 1,
            ...keptOf(outcome, seal),
          };
    return [{ id: newId(), values }];
  });
  await context.records.insertMany('import_row', kept);
}

/** What a row needs to be taken back; and, until it is told, what is told of it once. */
function keptOf(
  outcome: Exclude<RowOutcome, { readonly reason: string }>,
  seal: (value: unknown) => string,
): Readonly<Record<string, unknown>> {
  if (outcome.outcome === 'updated') return { sealed: seal(outcome.before) };
  return { along: outcome.along, ...(outcome.once === undefined ? {} : { sealed: seal(outcome.once) }) };
}

/** Forgets what was told once of the rows an import made. */
export async function forgetTold(batchId: string, { db }: Pick<CallContext, 'db'>): Promise<void> {
  await sql`update import_row set sealed = null where batch_id = ${batchId} and outcome = 'created' and sealed is not null`.execute(
    db,
  );
}

async function versionsOf(
  entity: EntityModel,
  ids: readonly string[],
  { db }: CallContext,
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0 || entity.document.appendOnly === true) return new Map();
  const result = await sql<{ id: string; version: number }>`select id, version
    from ${sql.table(entity.document.name)} where id = any(${[...ids]}::uuid[])`.execute(db);
  return new Map(result.rows.map(({ id, version }) => [id, version]));
}

/** Rows of an import with these outcomes that follow a row number; backwards, those before it. */
export async function keptRows(
  batchId: string,
  outcomes: readonly string[],
  from: { readonly after: number } | { readonly before: number },
  limit: number,
  { db }: Pick<CallContext, 'db'>,
): Promise<readonly KeptRow[]> {
  const isForward = 'after' in from;
  const place = isForward ? sql`row_no > ${from.after}` : sql`row_no < ${from.before}`;
  const order = isForward ? sql`row_no` : sql`row_no desc`;
  const result = await sql<KeptRow>`select id, row_no as "rowNo", outcome, record_id as "recordId",
      record_version as "recordVersion", reason, along, sealed
    from import_row where batch_id = ${batchId} and outcome = any(${[...outcomes]}::text[]) and ${place}
    order by ${order} limit ${limit}`.execute(db);
  return result.rows;
}

/** Notes why a row was left alone when its import was taken back. */
export async function noteKept(row: KeptRow, reason: string, { db, now }: CallContext): Promise<void> {
  await sql`update import_row set outcome = 'kept', reason = ${reason.slice(0, 500)}, updated_at = ${now},
    version = version + 1 where id = ${row.id}`.execute(db);
}

/** Which of some rows other live rows refer to, beyond the ones that were made along with them. */
export async function referredIds(
  entity: EntityModel,
  ids: readonly string[],
  along: readonly string[],
  documents: DocumentSet,
  { db }: Pick<CallContext, 'db'>,
): Promise<ReadonlySet<string>> {
  const referred = new Set<string>();
  for (const document of documents.entities.values()) {
    // A log tells of rows, whether they live or not.
    if (document.appendOnly === true) continue;
    for (const field of document.fields) {
      if (field.type !== 'ref' || field.ref !== entity.document.name) continue;
      const column = sql.ref(toColumn(field.key));
      const result = await sql<{ id: string }>`select distinct ${column} as id from ${sql.table(document.name)}
        where ${column} = any(${[...ids]}::uuid[]) and deleted_at is null and not id = any(${[...along]}::uuid[])`.execute(
        db,
      );
      for (const { id } of result.rows) referred.add(id);
    }
  }
  return referred;
}
