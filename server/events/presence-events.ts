import { maxPresent } from '../../contract/record/presence.ts';
import { presenceTopic } from '../../contract/record/record-words.ts';
import { inTransaction } from '../db/connection/connect.ts';
import { insertEvents } from '../db/event-store.ts';
import { leaveAt, noteAt, othersAt, type Presence, type Present } from '../db/presence-store.ts';
import type { Db } from '../kernel/database/db.ts';

/** Notes that somebody is there, tells the others where that is news, and answers who they are. */
export function notePresent(presence: Presence, db: Db): Promise<readonly Present[]> {
  return inTransaction(db, async (inside) => {
    const isNews = await noteAt(inside, presence);
    const others = await othersAt(inside, presence, maxPresent);
    if (isNews) await tell(others, inside);
    return others;
  });
}

/** Notes that a window of somebody is not there any more, and tells the others. */
export function noteGone(place: string, staffId: string, db: Db): Promise<void> {
  return inTransaction(db, async (inside) => {
    const left = await leaveAt(inside, place, staffId);
    if (left !== undefined) await tell(await othersAt(inside, { ...left, staffId }, maxPresent), inside);
  });
}

/** Has the pages of people ask again who is there; of which record is kept nowhere. */
function tell(people: readonly Present[], db: Db): Promise<void> {
  return insertEvents(
    db,
    people.map(({ staffId }) => ({ topic: presenceTopic, staffId, data: {} })),
  );
}
