import { randomBytes } from 'node:crypto';
import type { DialAnswer, DialInput } from '../../contract/phone.ts';
import { dayOf, startOfDay } from '../../engine/model/time/index.ts';
import { type CallContext, modelOf } from '../kernel/operation/context.ts';
import type { RuleBook, RuleContext } from '../kernel/operation/domain-rules.ts';
import type { Values } from '../kernel/operation/record-store.ts';
import { type Hours, isWithin } from '../kernel/services/hours.ts';
import { mutate } from '../records/change/mutate.ts';
import { applyInsert, numbersFor } from '../records/change/write-row.ts';
import { logChange } from '../records/log/operation-log.ts';
import { applyToCall } from './call-event.ts';
import { notReached } from './call-state.ts';
import { type Called, calledOf } from './called.ts';
import { refusePhone } from './errors.ts';
import { refuseSecondCall } from './open-calls.ts';
import { personOf, seatOn, telephonyOf } from './seats.ts';

const entityName = 'call_record';
/** Calls in vain to one number a day, by the whole company. */
const maxTries = 3;
/** Whose word counts on that: the line's, at once or by its bill. */
const byLine = ['line', 'bill'] as const;
/** What the line itself answers, such as 600, is nobody's number. */
const maxOwnDigits = 5;

/** Makes a call that may be made: the record first, then what is dialled. */
export async function dial(body: DialInput, context: CallContext, rules: RuleBook): Promise<DialAnswer> {
  const telephony = telephonyOf(context);
  const { provider } = body;
  const person = await personOf(context);
  const seatCode = seatOn(provider, person, telephony);
  const called = await calledOf(body, context);
  refuseForbidden(called, telephony.hours, context);
  const numbers = await numbersFor(modelOf(context.documents, entityName), context);
  const { sessionId } = context.caller;
  const own = { provider, seatCode, staffId: person.id, departmentId: person.departmentId, sessionId };
  const values = { ...facts(called), ...own };
  const made = await mutate(`${entityName}.dial`, body, context, (inside) =>
    begin({ ...values, ...numbers, caller: null, direction: 'out', status: 'dialing' }, called, inside, rules),
  );
  const target = await targetOf(called, { callId: made.callId, seatCode }, context, rules);
  return { ...made, target, number: called.shown, name: called.name, customerId: called.customer?.id ?? null };
}

function facts({ number, customer, bizType, bizId }: Called): Values {
  return { callee: number, customerId: customer?.id ?? null, bizType, bizId };
}

/** What needs no look at other calls. */
function refuseForbidden({ customer, isMarketing }: Called, hours: Hours, { now }: CallContext): void {
  if (customer?.blacklisted === true) throw refusePhone('E_PHONE_BLACKLISTED');
  if (customer?.doNotCall === true) throw refusePhone('E_PHONE_DO_NOT_CALL');
  if (!isMarketing) return;
  if (customer?.ownState === 'pooled') throw refusePhone('E_PHONE_POOLED');
  if (!isWithin(hours, now)) throw refusePhone('E_PHONE_NIGHT', hours);
}

type Begun = { readonly callId: string; readonly callNo: string };

/** Writes the record of a call of somebody who is in none, to a number that was not called in vain too often. */
async function begin(values: Values, called: Called, context: RuleContext, rules: RuleBook): Promise<Begun> {
  await refuseSecondCall(String(values.staffId), context, rules);
  if (called.number.length > maxOwnDigits) {
    await context.records.hold(`call:${context.protection.hash(called.number)}`);
    const since = { key: 'startedAt', moment: new Date(startOfDay(dayOf(context.now))).toISOString() };
    const wanted = { callee: called.number, direction: 'out', status: [...notReached], confirmation: [...byLine] };
    const count = await context.records.count(entityName, wanted, since);
    if (count >= maxTries) throw refusePhone('E_PHONE_TRIED', { count });
  }
  const made = await insertCall(values, '呼叫', context);
  // An agent's line knows the call by the name it gets from us: its reports and its bill find it by that.
  if (values.provider !== 'webphone')
    await context.records.update(entityName, made.callId, { providerCallId: made.callId });
  return made;
}

/** Writes the record of a call; on its customer it counts once the line has told of it. */
export async function insertCall(values: Values, title: string, context: RuleContext): Promise<Begun> {
  const entity = modelOf(context.documents, entityName);
  const { callNo, ...rest } = values;
  const given = { ...rest, startedAt: context.now };
  // The rules of calls are about those that forms and files bring; this one is the server's own.
  const { id, stored } = await applyInsert(entity, given, { callNo }, context, new Map());
  await logChange({ entity, id, action: 'dial', title, after: stored }, context);
  return { callId: id, callNo: String(callNo) };
}

/** The number itself where he sees it, else a code that the line was told of. */
async function targetOf(
  { number, shown }: Called,
  { callId, seatCode }: { readonly callId: string; readonly seatCode: string },
  context: CallContext,
  rules: RuleBook,
): Promise<string> {
  if (shown === number) return number;
  const code = `d${randomBytes(12).toString('hex')}`;
  try {
    await telephonyOf(context).line.tellCode({ code, number, seatCode, callId });
  } catch (error) {
    const unkept = { ...context, idempotencyKey: undefined };
    await applyToCall(callId, { kind: 'rejected', code: null }, unkept, rules);
    throw error;
  }
  return code;
}
