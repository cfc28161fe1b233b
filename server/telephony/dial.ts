import { randomBytes } from 'node:crypto';
import { type DialAnswer, dayOf, isPhoneProvider, startOfDay } from '../../engine/model/index.ts';
import { countCall } from '../domain/customer/index.ts';
import { refuse } from '../http/app-error.ts';
import { change } from '../operations/change.ts';
import { type CallContext, modelOf } from '../operations/context.ts';
import type { RuleContext } from '../operations/domain-rules.ts';
import { logChange } from '../operations/operation-log.ts';
import type { StoredRecord, Values } from '../operations/record-store.ts';
import { insertRow, numbersFor, type RuleBook } from '../operations/write-row.ts';
import { applyToCall } from './call-event.ts';
import { isOpen } from './call-state.ts';
import { type Called, calledOf } from './called.ts';
import { refusePhone } from './errors.ts';
import { type Hours, isWithin } from './hours.ts';
import { personOf, seatOn, telephonyOf } from './seats.ts';
import { endIfStale } from './stale-calls.ts';

const entityName = 'call_record';
/** Calls in vain to one number a day, by the whole company. */
const mostTries = 3;
const inVain = ['no_answer', 'busy', 'rejected'] as const;
/** What the line itself answers, such as 600, is nobody's number. */
const longestOwn = 5;

/** Makes a call that may be made: the record first, then what is dialled. */
export async function dial(body: Values, context: CallContext, rules: RuleBook): Promise<DialAnswer> {
  const telephony = telephonyOf(context);
  const { provider } = body;
  if (!isPhoneProvider(provider))
    throw refuse(
      'E_INPUT_INVALID',
      {},
      { faults: [{ code: 'E_INPUT_CHOICE', pointer: '/provider', title: '线路', got: String(provider).slice(0, 20) }] },
    );
  const person = await personOf(context);
  const seatCode = seatOn(provider, person, telephony);
  const called = await calledOf(body, context);
  refuseForbidden(called, telephony.hours, context);
  const numbers = await numbersFor(modelOf(context.documents, entityName), context);
  const values = { ...facts(called), provider, seatCode, staffId: person.id, departmentId: person.departmentId };
  const made = await change(`${entityName}.dial`, body, context, (inside) =>
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
  if (called.number.length > longestOwn) {
    await context.records.hold(`call:${context.protection.hash(called.number)}`);
    const since = { key: 'startedAt', moment: new Date(startOfDay(dayOf(context.now))).toISOString() };
    const wanted = { callee: called.number, direction: 'out', status: inVain };
    const count = await context.records.count(entityName, wanted, since);
    if (count >= mostTries) throw refusePhone('E_PHONE_TRIED', { count });
  }
  return insertCall(values, called.customer, '呼叫', context, rules);
}

/** Writes the record of a call, and counts it on its customer. */
export async function insertCall(
  values: Values,
  customer: StoredRecord | undefined,
  title: string,
  context: RuleContext,
  rules: RuleBook,
): Promise<Begun> {
  const entity = modelOf(context.documents, entityName);
  const { callNo, ...rest } = values;
  const given = { ...rest, startedAt: context.now };
  const { id, stored } = await insertRow(entity, given, { callNo }, context, rules);
  await rules.get(entityName)?.afterCreate?.(id, stored, context);
  await logChange({ entity, id, action: 'dial', title, after: stored }, context);
  // The last of what a call locks: customers come after all else.
  if (customer !== undefined) await countCall({ customerId: customer.id, startedAt: context.now }, context);
  return { callId: id, callNo: String(callNo) };
}

/** Holds the calls of a person one after another, and refuses where he is in one; what nobody ended is ended. */
export async function refuseSecondCall(staffId: string, context: RuleContext, rules: RuleBook): Promise<void> {
  await context.records.hold(`calls:${staffId}`);
  for (const call of await context.records.find(entityName, { staffId, endedAt: null }, 10))
    if (isOpen(call) && !(await endIfStale(call, context, rules)))
      throw refusePhone('E_PHONE_IN_CALL', { callNo: call.callNo }, { got: call.id });
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
    await telephonyOf(context).line.tellCode({ code, number, seatCode });
  } catch (error) {
    const unkept = { ...context, idempotencyKey: undefined };
    await applyToCall(callId, { kind: 'rejected', code: null }, unkept, rules);
    throw error;
  }
  return code;
}
