import type { EndMineAnswer, EndMineInput, OpenCall } from '../../contract/phone.ts';
import { isId } from '../../engine/model/fields/index.ts';
import { endedSessions } from '../db/session-store.ts';
import type { CallContext } from '../kernel/operation/context.ts';
import type { RuleBook, RuleContext } from '../kernel/operation/domain-rules.ts';
import type { StoredRecord } from '../kernel/operation/record-store.ts';
import { mutate } from '../records/change/mutate.ts';
import { changeCall, heldCall } from './call-event.ts';
import { afterEvent, afterSilence, isOpen } from './call-state.ts';
import { refusePhone } from './errors.ts';
import { shownNumber } from './shown-number.ts';

const entityName = 'call_record';
const maxOpen = 10;
const minute = 60_000;
/** How long nobody may have told anything of a call: a line gives up ringing long before. */
const maxRinging = 3 * minute;
const maxTalk = 4 * 60 * minute;

/** Holds the calls of a person, one change after another, and answers those that go on. */
export async function heldOpenCalls(staffId: string, context: RuleContext): Promise<readonly StoredRecord[]> {
  await context.records.hold(`calls:${staffId}`);
  const found = await context.records.find(entityName, { staffId, endedAt: null }, maxOpen);
  const open: StoredRecord[] = [];
  for (const { id } of found) {
    const call = await heldCall(id, context);
    if (call !== undefined && isOpen(call)) open.push(call);
  }
  return open;
}

/** Holds the calls of a person, ends what was left over of them, and refuses where he is in one all the same. */
export async function refuseSecondCall(staffId: string, context: RuleContext, rules: RuleBook): Promise<void> {
  for (const call of await heldOpenCalls(staffId, context))
    if (!(await endIfLeftOver(call, context, rules)))
      throw refusePhone('E_PHONE_IN_CALL', { callNo: call.callNo }, { got: call.id, call: await shown(call, context) });
}

/** Ends a held call that nobody can end any more: its session is over, or nothing was heard of it for too long. */
export async function endIfLeftOver(call: StoredRecord, context: RuleContext, rules: RuleBook): Promise<boolean> {
  if (isStale(call, context.now)) {
    await changeCall(call, afterSilence(call, context.now), '无人结束的通话', context, rules);
    return true;
  }
  const { sessionId } = call;
  if (typeof sessionId !== 'string' || !isId(sessionId)) return false;
  if ((await endedSessions(context.db, [sessionId])).size === 0) return false;
  await endCall(call, '会话已结束', context, rules);
  return true;
}

/** Ends a held call as its own person would. */
export function endCall(
  call: StoredRecord,
  title: string,
  context: RuleContext,
  rules: RuleBook,
): Promise<StoredRecord> {
  return changeCall(call, afterEvent(call, { kind: 'ended', hangupBy: 'staff' }, context.now), title, context, rules);
}

/** Ends the caller's calls that go on, or the one he names; once they are ended there is nothing to end. */
export function endMine(body: EndMineInput, context: CallContext, rules: RuleBook): Promise<EndMineAnswer> {
  const { callId } = body;
  return mutate(`${entityName}.endMine`, body, context, async (inside) => {
    const calls = [];
    for (const call of await heldOpenCalls(context.caller.staffId, inside)) {
      if (callId !== undefined && call.id !== callId) continue;
      const { id, status } = await endCall(call, '结束上一通', inside, rules);
      calls.push({ callId: id, status: String(status) });
    }
    return { ended: calls.length, calls };
  });
}

function isStale(call: StoredRecord, now: string): boolean {
  const isTalking = call.status === 'talking';
  const since = Date.parse(String(isTalking ? call.answeredAt : (call.ringAt ?? call.startedAt)));
  return Date.parse(now) - since >= (isTalking ? maxTalk : maxRinging);
}

/** The call as its own person may see it. */
async function shown(call: StoredRecord, context: RuleContext): Promise<OpenCall> {
  const isIn = call.direction === 'in';
  const number = String((isIn ? call.caller : call.callee) ?? '');
  const customer =
    typeof call.customerId === 'string'
      ? await context.records.findOne('customer', { id: call.customerId })
      : undefined;
  return {
    callId: call.id,
    callNo: String(call.callNo),
    number: shownNumber(number, context),
    name: String(customer?.name ?? ''),
    direction: isIn ? 'in' : 'out',
    startedAt: String(call.startedAt),
  };
}
