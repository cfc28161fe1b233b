import { beganOrEnded } from '../db/mask-periods.ts';
import { publishMaskPeriod } from '../events/access-changes.ts';
import type { Schedule } from '../kernel/operation/schedule.ts';

/**
 * Tells open pages that a mask with a time limit has begun or ended. It holds from the moment itself on, as every request
 * reads what is in force; this is only so that a page that is merely looked at follows within a minute.
 */
export const maskPeriods: Schedule = {
  key: 'platform.maskPeriods',
  title: '脱敏设置到时',
  entity: 'masking_policy',
  timing: { every: 60_000 },
  async piece(_, { db }) {
    const ids = await beganOrEnded(db, 'platform.maskPeriods');
    for (const id of ids) await publishMaskPeriod(id, db);
    return { done: ids.length, next: null };
  },
};
