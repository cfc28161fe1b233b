import { sql } from 'kysely';
import type { Db } from '../../kernel/database/db.ts';

/** How many jobs wait and run, and how many ended within a day, by status. */
export async function jobCounts(db: Db): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<{ status: string; n: number }>`select status, count(*) as n from background_job
    where status in ('pending', 'running') or finished_at > now() - interval '1 day' group by status`.execute(db);
  return { pending: 0, running: 0, ...Object.fromEntries(rows.map(({ status, n }) => [status, n])) };
}
