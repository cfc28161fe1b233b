import { secondTopic } from '../../contract/second.ts';
import { insertEvent } from '../db/event-store.ts';
import type { Db } from '../kernel/database/db.ts';

/** Tells open pages that something waits for a second person, or no longer: who may see what, they ask for themselves. */
export async function publishSecond(db: Db): Promise<void> {
  await insertEvent(db, { topic: secondTopic, staffId: null, data: {} });
}

/** Tells whoever asked that it was done: what he has open of the entity is no longer as it was. */
export async function publishSecondDone(staffId: string, entity: string, db: Db): Promise<void> {
  await insertEvent(db, { topic: secondTopic, staffId, data: { entity } });
}
