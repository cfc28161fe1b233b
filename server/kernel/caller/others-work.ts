import { isGranted } from '../../../engine/model/access/index.ts';
import { refuse } from '../errors/app-error.ts';
import { authorOf, type Caller } from './caller.ts';

/** Whoever holds it cancels the jobs of others, and takes back what they did. */
export const othersJobsKey = 'background_job:cancel_all';

/** Whoever holds it sees the jobs of others. */
export const othersJobsSeenKey = 'background_job:query_all';

/** Whoever holds it takes back the imports of others. */
export const othersImportsKey = 'import_batch:undo_all';

/**
 * Refuses acting on work that somebody else started to who does not hold the key for that; whether he sees it at all is
 * the row scope's matter, asked before. The server's own work has no starter: it is somebody else's to everybody.
 */
export function refuseOthersWork(starter: unknown, key: string, { caller }: { readonly caller: Caller }): void {
  const isOwn = typeof starter === 'string' && starter === authorOf(caller);
  if (!isOwn && !isGranted(caller.grants, key)) throw refuse('E_NO_PERMISSION', { expected: key });
}
