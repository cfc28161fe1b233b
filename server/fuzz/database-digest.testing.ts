import { preparedMark } from '../db/connection/prepared.ts';
import type { TestDatabase } from '../testing/test-database.ts';

/** Tables that a refused call may touch, each with its reason. */
export const touchedOnRefusal: Readonly<Record<string, string>> = {
  number_sequence:
    'numbers are taken before the transaction, so that creations do not wait for one another; a failed one leaves a gap',
  sign_in_attempt: 'failed sign-ins are counted',
  masked_lookup:
    'a value looked up under a mask counts, whatever became of the call: else refusals would tell for free',
};

/** Tables that are written beside the calls, by the node itself. */
export const writtenBeside: Readonly<Record<string, string>> = {
  background_job: 'jobs of earlier calls go on',
  job_state: 'jobs of earlier calls go on',
  file_object: 'files of jobs of earlier calls',
  outbox_message: 'what earlier calls left to be sent is sent',
  schedule_state: 'schedules run by the clock',
  schedule_done: 'schedules run by the clock',
  record_presence: 'who has a record open just now; swept after less than a minute',
  server_event: 'events of jobs of earlier calls; old ones are swept',
};

/** Rows of a table that a refused call may add, as a condition on those that are compared, each with its reason. */
const comparedRows: Readonly<Record<string, string>> = {
  // Refusals and sign-ins are written down, whatever came of them.
  operation_log: "where catalog <> 'security'",
  // The log is sealed by the clock.
  audit_seal: 'where false',
};

/** A digest of every row of every table but those that change for a listed reason. */
export async function digestOf(rows: TestDatabase['rows'], tables: readonly string[]): Promise<string> {
  const parts = tables.map(
    (table) =>
      `select '${table}' as name, count(*) as n, coalesce(sum(hashtextextended(t::text, 0)), 0) as h from "${table}" t ${comparedRows[table] ?? ''}`,
  );
  // Planned once by each session that looks: to plan it takes far longer than to run it over the rows of a test.
  const [row] = await rows(
    `${preparedMark}select md5(string_agg(name || n || ' ' || h, ',' order by name)) as digest from (${parts.join(' union all ')}) d`,
  );
  return String(row?.digest);
}

/** The tables to be compared. */
export async function comparedTables(database: TestDatabase): Promise<readonly string[]> {
  const rows = await database.rows(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1",
  );
  return rows.map((row) => String(row.name)).filter((name) => !(name in touchedOnRefusal) && !(name in writtenBeside));
}
