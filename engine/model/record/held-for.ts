import { textHolds } from '../expression/text-condition.ts';
import type { EntityQueue } from '../generated/documents.ts';

/** Whom a row is kept for at a moment, and until when; undefined where it is free, or waits no longer. */
export function heldFor(
  queue: EntityQueue,
  record: Readonly<Record<string, unknown>>,
  now: string,
): { readonly staffId: string; readonly until: string } | undefined {
  const [staffId, until] = [record[queue.lock], record[queue.until]];
  if (typeof staffId !== 'string' || !textHolds(queue.where, { record })) return undefined;
  const moment = until instanceof Date ? until.toISOString() : until;
  return typeof moment === 'string' && Date.parse(moment) > Date.parse(now) ? { staffId, until: moment } : undefined;
}
