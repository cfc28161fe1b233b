import type { CallEvent, CallEventInput, CallStateAnswer } from '../../contract/phone.ts';
import { hangupParties } from '../../contract/phone-words.ts';
import { formatMessage, type Message } from '../../engine/model/texts/index.ts';
import { publishPhoneNews } from '../events/phone-events.ts';
import { refuse } from '../kernel/errors/app-error.ts';
import { invalidInput } from '../kernel/errors/invalid-input.ts';
import { type CallContext, modelOf } from '../kernel/operation/context.ts';
import { followChange, type RuleBook, type RuleContext } from '../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../kernel/operation/record-store.ts';
import { mutate } from '../records/change/mutate.ts';
import { logChange } from '../records/log/operation-log.ts';
import { inputText } from '../texts/kernel/input-text.ts';
import { afterEvent } from './call-state.ts';

const entityName = 'call_record';

/** Takes what the browser of a call's own member of staff tells of it. */
export async function takeEvent(body: CallEventInput, context: CallContext, rules: RuleBook): Promise<CallStateAnswer> {
  const id = body.callId;
  const event = eventOf(body.event);
  return mutate(`${entityName}.event`, body, context, async (inside) => {
    const call = await heldCall(id, inside);
    if (call === undefined || call.staffId !== inside.caller.staffId) throw refuse('E_NOT_FOUND');
    return stateOf(
      await changeCall(call, afterEvent(call, event, inside.now), inputText('input.lineEvent'), inside, rules),
    );
  });
}

/** The same of the server's own accord. */
export async function applyToCall(id: string, event: CallEvent, context: CallContext, rules: RuleBook): Promise<void> {
  await mutate(`${entityName}.event`, { id, event }, context, async (inside) => {
    const call = await heldCall(id, inside);
    if (call !== undefined)
      await changeCall(call, afterEvent(call, event, inside.now), inputText('input.lineEvent'), inside, rules);
    return null;
  });
}

/** A call, held for the rest of the transaction. */
export function heldCall(id: string, { records }: RuleContext): Promise<StoredRecord | undefined> {
  return records.lockOne(entityName, id);
}

/** Writes what changes about a call, with its log and what the area's rules make of it; answers it as it is then. */
export async function changeCall(
  call: StoredRecord,
  values: Values | undefined,
  title: string | Message,
  context: RuleContext,
  rules: RuleBook,
): Promise<StoredRecord> {
  if (values === undefined || Object.keys(values).length === 0) return call;
  const entity = modelOf(context.documents, entityName);
  const derived = (await rules.get(entityName)?.beforeModify?.(call, values, context)) ?? {};
  const changes = { ...values, ...derived };
  await context.records.update(entityName, call.id, changes);
  await followChange(entityName, call, changes, context, rules);
  await tellPerson(call, changes, context);
  const before = Object.fromEntries(Object.keys(changes).map((key) => [key, call[key]]));
  await logChange({ entity, id: call.id, action: 'event', title, before, after: changes }, context);
  return { ...call, ...changes, id: call.id, version: call.version + 1 };
}

/** Open pages of the person of a call hear what became of it, where somebody else told. */
async function tellPerson(call: StoredRecord, changes: Values, { db, caller }: RuleContext): Promise<void> {
  if (typeof call.staffId !== 'string' || call.staffId === caller.staffId) return;
  if (!('status' in changes || 'confirmation' in changes)) return;
  const status = String(changes.status ?? call.status);
  await publishPhoneNews(call.staffId, { kind: 'call', callId: call.id, status }, db);
}

/** A call as it stands. */
export function stateOf(call: StoredRecord): CallStateAnswer {
  return { callId: call.id, status: String(call.status), talkSeconds: Number(call.talkSeconds) };
}

/** An event in the shape of the contract; anything else is refused. */
export function eventOf(raw: unknown): CallEvent {
  const facts: Values = typeof raw === 'object' && raw !== null ? { ...raw } : {};
  const { kind, hangupBy, code } = facts;
  if (kind === 'ringing' || kind === 'answered') return { kind };
  const party = hangupParties.find((known) => known === hangupBy);
  if (kind === 'ended' && party !== undefined) return { kind, hangupBy: party };
  if (kind === 'rejected' && (code === null || code === undefined)) return { kind, code: null };
  if (kind === 'rejected' && typeof code === 'number' && Number.isInteger(code) && code >= 100 && code <= 699)
    return { kind, code };
  throw invalidInput([
    {
      code: 'E_INPUT_CHOICE',
      pointer: '/event',
      title: formatMessage(inputText('input.lineEvent')),
      got: String(kind).slice(0, 20),
    },
  ]);
}
