import type { RuleBook } from '../kernel/operation/domain-rules.ts';
import type { Schedule } from '../kernel/operation/schedule.ts';
import { heldCall } from './call-event.ts';
import { isOpen, openStatuses } from './call-state.ts';
import { endIfLeftOver } from './open-calls.ts';

const minute = 60_000;
const batch = 50;
const maxLookedAt = 5000;

/** Ends the calls that a browser or a line left open, and those whose session is over. */
export function staleCalls(rules: RuleBook): Schedule {
  return {
    key: 'phone.staleCalls',
    title: '结束无人结束的通话',
    entity: 'call_record',
    timing: { every: minute },
    async piece(_, context) {
      const open = await context.records.find('call_record', { endedAt: null, status: [...openStatuses] }, maxLookedAt);
      let done = 0;
      for (const { id } of open) {
        if (done >= batch) break;
        const call = await heldCall(id, context);
        if (call !== undefined && isOpen(call) && (await endIfLeftOver(call, context, rules))) done += 1;
      }
      return { done, next: null };
    },
  };
}
