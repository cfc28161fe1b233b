import { insertEvent } from '../db/event-store.ts';
import type { Db } from '../kernel/database/db.ts';

/** Something that open pages shall learn at once. */
export type PublishedEvent = {
  /** `session`, `access`, `job`, …: what a reader subscribes to. */
  readonly topic: string;
  /** The one person it concerns; left out or null for everybody who is signed in. */
  readonly staffId?: string | null;
  /** What the page gets, to the letter: nothing masked, nothing secret. */
  readonly data: Readonly<Record<string, unknown>>;
};

/** Writes an event in the transaction of the change it tells of: it goes out when that commits, and never otherwise. */
export async function publish(event: PublishedEvent, db: Db): Promise<void> {
  await insertEvent(db, { topic: event.topic, staffId: event.staffId ?? null, data: event.data });
}
