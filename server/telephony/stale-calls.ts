import type { CallEvent } from '../../engine/model/index.ts';
import type { Schedule } from '../jobs/schedule.ts';
import type { RuleContext } from '../operations/domain-rules.ts';
import type { StoredRecord } from '../operations/record-store.ts';
import type { RuleBook } from '../operations/write-row.ts';
import { changeCall, heldCall } from './call-event.ts';
import { afterEvent, isOpen } from './call-state.ts';

const minute = 60_000;
/** How long nobody may have told anything of a call: a line gives up ringing long before. */
const longestRinging = 3 * minute;
const longestTalk = 4 * 60 * minute;
const batch = 50;
const mostLookedAt = 5000;

/** Ends a call of which nothing was heard for longer than it could last; answers whether it did. */
export async function endIfStale(call: StoredRecord, context: RuleContext, rules: RuleBook): Promise<boolean> {
  const isTalking = call.status === 'talking';
  const since = Date.parse(String(isTalking ? call.answeredAt : (call.ringAt ?? call.startedAt)));
  if (Date.parse(context.now) - since < (isTalking ? longestTalk : longestRinging)) return false;
  const event: CallEvent = { kind: 'ended', hangupBy: 'system' };
  await changeCall(call, afterEvent(call, event, context.now), '无人结束的通话', context, rules);
  return true;
}

/** Ends the calls that a browser or a line left open. */
export function staleCalls(rules: RuleBook): Schedule {
  return {
    key: 'phone.staleCalls',
    title: '结束无人结束的通话',
    entity: 'call_record',
    timing: { every: minute },
    async piece(_, context) {
      const open = await context.records.find(
        'call_record',
        { endedAt: null, status: ['dialing', 'ringing', 'talking'] },
        mostLookedAt,
      );
      let done = 0;
      for (const { id } of open) {
        if (done >= batch) break;
        const call = await heldCall(id, context);
        if (call !== undefined && isOpen(call) && (await endIfStale(call, context, rules))) done += 1;
      }
      return { done, next: null };
    },
  };
}
