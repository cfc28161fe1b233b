import { sql } from 'kysely';
import type { Db } from '../kernel/database/db.ts';

/** What the content policy stopped: by which directive, what, on which page; the fingerprint stands for the three. */
export type CspReport = {
  readonly directive: string;
  readonly blocked: string;
  readonly page: string;
  readonly fingerprint: string;
};

/** Different reports that are kept: strangers can make up any number of them. */
const maxKept = 500;

/** Counts a report once more, or keeps it where it is new and there is room. */
export async function countReport(db: Db, report: CspReport, now: string): Promise<void> {
  const { directive, blocked, page, fingerprint } = report;
  const { numAffectedRows } = await sql`update csp_report
    set count = count + 1, last_at = ${now}, updated_at = ${now}, version = version + 1
    where fingerprint = ${fingerprint} and deleted_at is null`.execute(db);
  if (numAffectedRows !== 0n) return;
  await sql`insert into csp_report
      (id, created_at, updated_at, version, directive, blocked, page, fingerprint, count, last_at)
    select gen_random_uuid(), ${now}::timestamptz, ${now}::timestamptz, 1,
      ${directive}, ${blocked}, ${page}, ${fingerprint}, 1, ${now}::timestamptz
    where (select count(*) from csp_report) < ${maxKept}
    on conflict do nothing`.execute(db);
}
