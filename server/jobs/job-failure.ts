import { AppError, refuse } from '../kernel/errors/app-error.ts';
import { codeOf } from '../kernel/errors/start-error.ts';
import { isUnavailable } from '../kernel/errors/unavailable.ts';

/** How often a step may fail before its job does. */
export const maxFailures = 6;

/** Whether the database was away: then nothing can be written down either, and the turn is given to somebody else. */
export { isUnavailable as isDatabaseAway };

// Serialization failure, deadlock, lock and statement timeout.
const passing: ReadonlySet<string | undefined> = new Set(['40001', '40P01', '55P03', '57014']);
// Files that cannot be written just now.
const ofFiles: ReadonlySet<string | undefined> = new Set([
  'EMFILE',
  'ENFILE',
  'EAGAIN',
  'EBUSY',
  'EIO',
  'ESTALE',
  'ENOSPC',
]);

/** Whether the same step may succeed a little later. */
export function isPassing(error: unknown): boolean {
  const code = codeOf(error);
  return passing.has(code) || ofFiles.has(code) || (error instanceof AppError && error.entry.http === 503);
}

/** Seconds until the step is tried again. */
export function delayAfter(failures: number): number {
  return Math.min(60, 2 ** (failures - 1));
}

/** What the starter is told. */
export function refusalOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return refuse(isPassing(error) ? 'E_JOB_FAILED' : 'E_SERVER');
}
