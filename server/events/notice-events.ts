import { insertEvent } from '../db/event-store.ts';
import type { Db } from '../kernel/database/db.ts';

/** What open pages listen to for notices: theirs changed, here or elsewhere. */
export const noticeTopic = 'notification';
/** What open pages listen to for product updates. */
export const updateTopic = 'update_message';

/** A row just written. */
type NewRow = {
  readonly entity: string;
  readonly id: string;
  readonly values: Readonly<Record<string, unknown>>;
};

/**
 * Tells the receiver of a notice that it is there, in the transaction that writes it: whoever writes one, a rule, an
 * effect or a schedule, need not think of it. Rows of other entities tell nobody.
 */
export async function publishNewNotice({ entity, id, values }: NewRow, db: Db): Promise<void> {
  const { receiverId, type } = values;
  if (entity !== 'notification' || typeof receiverId !== 'string') return;
  await insertEvent(db, { topic: noticeTopic, staffId: receiverId, data: { id, type: String(type ?? '') } });
}

/** Tells the other windows of a person that he has read or removed notices. */
export async function publishNoticeChange(staffId: string, db: Db): Promise<void> {
  await insertEvent(db, { topic: noticeTopic, staffId, data: {} });
}

/** Tells everybody that there is another latest product update. */
export async function publishUpdate(db: Db): Promise<void> {
  await insertEvent(db, { topic: updateTopic, staffId: null, data: {} });
}
