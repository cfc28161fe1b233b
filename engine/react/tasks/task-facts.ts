import type { BackgroundJob, JobProgress } from '../../model/wire/index.ts';

/** A call that takes back what a job did, as the server named it with the result. */
export type UndoCall = { readonly path: string; readonly body: unknown };

/** Whether a job is still to be done, or being done. */
export function isUnfinished({ status }: Pick<BackgroundJob, 'status'>): boolean {
  return status === 'pending' || status === 'running';
}

/** Whether a job writes rows: stopping it leaves those it has written, and lists change with its end. */
export function writesRows({ kind, result }: Pick<BackgroundJob, 'kind' | 'result'>): boolean {
  return kind !== 'export' && result?.dryRun !== true;
}

/** How much is done, in percent; undefined while the whole is not known. */
export function percentOf({ done, total }: Pick<BackgroundJob, 'done' | 'total'>): number | undefined {
  return total === null || total === 0 ? undefined : Math.min(100, Math.floor((done / total) * 100));
}

/** Before that it is not known how fast a job goes. */
const minWorked = 3_000;

/** How long a job still takes if it goes on as it did, in milliseconds; undefined while nobody can tell. */
export function timeLeft({ status, startedAt, done, total, cancelAt }: JobProgress, now: number): number | undefined {
  if (status !== 'running' || startedAt === null || cancelAt !== null || total === null || done === 0) return undefined;
  const worked = now - Date.parse(startedAt);
  return worked < minWorked ? undefined : (worked / done) * Math.max(0, total - done);
}

/** How a job can be taken back; undefined where it cannot. */
export function undoOf({ result }: Pick<BackgroundJob, 'result'>): UndoCall | undefined {
  const undo = result?.undo;
  if (typeof undo !== 'object' || undo === null || !('path' in undo) || typeof undo.path !== 'string') return undefined;
  return { path: undo.path, body: 'body' in undo ? undo.body : {} };
}

/** Jobs that others among them have taken back. */
export function undoneJobs(jobs: readonly BackgroundJob[]): ReadonlySet<string> {
  return new Set(jobs.flatMap(({ result }) => (typeof result?.undid === 'string' ? [result.undid] : [])));
}

/** A count among the facts of a result; 0 where there is none. */
export function countIn({ result }: Pick<BackgroundJob, 'result'>, key: string): number {
  const count = result?.[key];
  return typeof count === 'number' ? count : 0;
}

const fileHours = 24;

/** Whether the file of an export has been thrown away by now. */
export function isFileGone({ kind, finishedAt }: Pick<BackgroundJob, 'kind' | 'finishedAt'>, now: number): boolean {
  return kind === 'export' && finishedAt !== null && now - Date.parse(finishedAt) > fileHours * 3_600_000;
}
