import { insertEvent, insertEvents } from '../db/event-store.ts';
import type { Db } from '../kernel/database/db.ts';

/** What open pages listen to for notices: theirs changed, here or elsewhere. */
export const noticeTopic = 'notification';
/** What open pages listen to for product updates. */
export const updateTopic = 'update_message';

/** A row just written. */
type NewRow = { readonly id: string; readonly values: Readonly<Record<string, unknown>> };

/**
 * Tells the receivers of notices that they are there, in the transaction that writes them: whoever writes one, a rule,
 * an effect or a schedule, need not think of it. Rows of other entities tell nobody.
 */
export async function publishNewNotices(entity: string, rows: readonly NewRow[], db: Db): Promise<void> {
  if (entity !== 'notification') return;
  const events = rows.flatMap(({ id, values: { receiverId, type } }) =>
    typeof receiverId === 'string'
      ? [{ topic: noticeTopic, staffId: receiverId, data: { id, type: String(type ?? '') } }]
      : [],
  );
  await insertEvents(db, events);
}

/** Tells the other windows of a person that he has read or removed notices. */
export async function publishNoticeChange(staffId: string, db: Db): Promise<void> {
  await insertEvent(db, { topic: noticeTopic, staffId, data: {} });
}

/** Tells everybody that there is another latest product update. */
export async function publishUpdate(db: Db): Promise<void> {
  await insertEvent(db, { topic: updateTopic, staffId: null, data: {} });
}
