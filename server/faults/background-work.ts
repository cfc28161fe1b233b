import { codeOf, newCall, sendUntilAnswered } from './client.ts';
import type { WritingWorld } from './world.ts';

/** Exports under way. */
export type Exports = { readonly ids: readonly string[] };

const patience = 300_000;

/** Starts exports that differ, so that each is a job of its own. */
export async function startExports(world: WritingWorld, count: number): Promise<Exports> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const body = { format: 'csv', reason: `故障测试${n}`, columns: ['name', 'customerNo'] };
    const answer = await sendUntilAnswered(world.addresses, world.tokens.manager, newCall('/v1/customer/export', body));
    if (codeOf(answer) !== undefined) throw new Error(JSON.stringify(answer));
    ids.push(String(answer.data.jobId));
  }
  return { ids };
}

/** What is wrong with exports once all are over: one that did not end well, or was written more or less than once. */
export async function faultsOfExports(world: WritingWorld, { ids }: Exports): Promise<readonly string[]> {
  const begin = Date.now();
  for (;;) {
    const open = await world.database.rows(
      "select id, status, message from background_job where id = any($1::uuid[]) and status in ('pending', 'running')",
      [ids],
    );
    if (open.length === 0) break;
    if (Date.now() - begin > patience) return open.map((job) => `not over: ${JSON.stringify(job)}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const jobs = await world.database.rows(
    `select j.id, j.status, j.message,
        (select count(*)::int from file_object f where f.id::text = j.file_id and f.deleted_at is null) as files,
        (select count(*)::int from operation_log l where l.entity_id = j.id::text) as logged
      from background_job j where j.id = any($1::uuid[])`,
    [ids],
  );
  return jobs
    .filter(({ status, files, logged }) => status !== 'done' || files !== 1 || logged !== 1)
    .map((job) => JSON.stringify(job));
}
