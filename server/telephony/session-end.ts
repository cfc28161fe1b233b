import { calendarInForce } from '../db/holiday-store.ts';
import { systemCaller } from '../kernel/caller/caller.ts';
import type { CallContext, Platform } from '../kernel/operation/context.ts';
import type { RuleBook } from '../kernel/operation/domain-rules.ts';
import { mutate } from '../records/change/mutate.ts';
import { endIfLeftOver, heldOpenCalls } from './open-calls.ts';

/**
 * Ends the calls that went on in sessions of a person which are over: he signed out, was sent away or stopped, or changed
 * his password elsewhere. Calls of his other sessions go on. Nodes that hear of it at once do it once.
 */
export async function endCallsOfEndedSessions(staffId: string, platform: Platform, rules: RuleBook): Promise<void> {
  const context: CallContext = {
    ...platform,
    caller: systemCaller,
    page: undefined,
    now: new Date().toISOString(),
    calendar: await calendarInForce(platform),
    requestId: 'session end',
    idempotencyKey: undefined,
  };
  await mutate('call_record.sessionEnd', { staffId }, context, async (inside) => {
    for (const call of await heldOpenCalls(staffId, inside)) await endIfLeftOver(call, inside, rules);
  });
}
