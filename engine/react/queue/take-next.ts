import type { QueueAnswer } from '../../model/entity/index.ts';
import { newIdempotencyKey } from '../calls/action-call.ts';
import type { PageRuntime } from '../host/page-runtime.ts';

/** As many as one call may skip. */
const maxSkipped = 100;

const skippedByQueue = new Map<string, readonly string[]>();

/**
 * Takes the next row of the queue at `api` for the user, `current` passed over; undefined where nothing waits. What he
 * passed over before comes again when all others are done.
 */
export async function takeNext(
  api: string,
  current: string | undefined,
  page: PageRuntime,
  userId: string,
): Promise<string | undefined> {
  const queue = `${userId} ${api}`;
  const known = (skippedByQueue.get(queue) ?? []).filter((id) => id !== current);
  const own = current === undefined ? [] : [current];
  const skipped = [...known, ...own].slice(-maxSkipped);
  const found = (await ask(api, skipped, page)) ?? (known.length === 0 ? undefined : await ask(api, own, page));
  const isRoundOver = found !== undefined && known.includes(found);
  skippedByQueue.set(queue, isRoundOver ? own : skipped);
  return found;
}

async function ask(api: string, skip: readonly string[], page: PageRuntime): Promise<string | undefined> {
  const { id } = await page.call<QueueAnswer>(api, { skip }, { idempotencyKey: newIdempotencyKey() });
  return id ?? undefined;
}
