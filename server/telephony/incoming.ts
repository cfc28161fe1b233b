import type { IncomingAnswer, IncomingInput } from '../../contract/phone.ts';
import { normaliseNumber } from '../../engine/model/fields/index.ts';
import { mayOpen } from '../kernel/caller/caller.ts';
import { AppError } from '../kernel/errors/app-error.ts';
import { type CallContext, modelOf } from '../kernel/operation/context.ts';
import type { RuleBook, RuleContext } from '../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../kernel/operation/record-store.ts';
import { mutate } from '../records/change/mutate.ts';
import { numbersFor } from '../records/change/write-row.ts';
import { isFiltered } from '../records/policy/row-policy.ts';
import { isReachable } from '../records/read/view.ts';
import { SqlRecordStore } from '../records/store/sql-record-store.ts';
import { isOpen } from './call-state.ts';
import { isCallerToken, numberBehind } from './caller-token.ts';
import { insertCall } from './dial.ts';
import { refusePhone } from './errors.ts';
import { lookUpNumber } from './look-up-number.ts';
import { endCall, endIfLeftOver, heldOpenCalls } from './open-calls.ts';
import { personOf, seatOn, telephonyOf } from './seats.ts';
import { shownNumber } from './shown-number.ts';

const entityName = 'call_record';
const maxMatches = 20;
/** Numbers of the line itself, such as seats, are nobody's secret. */
const [minOwnDigits, maxOwnDigits] = [3, 5];

type Match = { readonly entity: 'customer' | 'lead'; readonly record: StoredRecord };

/** Tells who calls, and writes the record of the call; the same call told again is the same record. */
export async function takeIncoming(
  body: IncomingInput,
  context: CallContext,
  rules: RuleBook,
): Promise<IncomingAnswer> {
  const telephony = telephonyOf(context);
  const { provider, providerCallId } = body;
  const person = await personOf(context);
  const seatCode = seatOn(provider, person, telephony);
  const given = body.caller;
  const isSealed = isCallerToken(given);
  const now = Date.parse(context.now);
  const caller = digitsOf(isSealed ? numberBehind(given, seatCode, telephony.secret, now) : given);
  const matches = isSealed || isOwn(caller) ? await matchesOf(caller, context) : await matchesTold(caller, context);
  const numbers = await numbersFor(modelOf(context.documents, entityName), context);
  const call = await mutate(`${entityName}.incoming`, body, context, async (inside) => {
    await inside.records.hold(`call:${provider}:${providerCallId}`);
    const known = await inside.records.findOne(entityName, { provider, providerCallId });
    if (known !== undefined) return knownCall(known, inside);
    const isBusy = (await isTalking(person.id, body, inside, rules)) || body.busy === true;
    const values = {
      ...numbers,
      ...aboutOf(matches),
      provider,
      providerCallId,
      direction: 'in',
      staffId: person.id,
      departmentId: person.departmentId,
      seatCode,
      caller,
      callee: seatCode,
      ringAt: inside.now,
      ...(isBusy
        ? { status: 'busy', endedAt: inside.now, hangupBy: 'system' }
        : { status: 'ringing', sessionId: inside.caller.sessionId }),
    };
    // Whoever reads the log learns of a line that shows browsers what they must not see.
    const isShown = !isSealed && caller.length > maxOwnDigits;
    const title = `${isBusy ? '来电未接（忙）' : '来电'}${isShown ? '（线路未遮号码）' : ''}`;
    const made = await insertCall(values, title, inside);
    return { ...made, status: isBusy ? ('busy' as const) : ('ringing' as const) };
  });
  return {
    ...call,
    number: isOwn(caller) ? caller : shownNumber(caller, context),
    matches: matches.map((match) => answered(match, context)),
  };
}

/** Whether a number is one of the line's, such as a colleague's seat. */
function isOwn(number: string): boolean {
  return number.length >= minOwnDigits && number.length <= maxOwnDigits;
}

function knownCall(call: StoredRecord, { caller }: RuleContext) {
  if (call.staffId !== caller.staffId) throw refusePhone('E_PHONE_OTHERS_CALL');
  const status = isOpen(call) ? ('ringing' as const) : ('busy' as const);
  return { callId: call.id, callNo: String(call.callNo), status };
}

/**
 * Whether somebody is in another call while one comes in. What rings in a browser rings on a line that is free: a record
 * that still goes on there was left over, and so was one that nobody can end any more.
 */
async function isTalking(
  staffId: string,
  { provider, busy }: Values,
  context: RuleContext,
  rules: RuleBook,
): Promise<boolean> {
  let isInCall = false;
  for (const call of await heldOpenCalls(staffId, context)) {
    if (await endIfLeftOver(call, context, rules)) continue;
    if (call.provider === provider && busy !== true) await endCall(call, '坐席又有来电', context, rules);
    else isInCall = true;
  }
  return isInCall;
}

function digitsOf(text = ''): string {
  // A line may call with a name or hide the number; the call is there all the same.
  return normaliseNumber(text) ?? '0';
}

/**
 * The same of a number that came in clear, which a browser may have made up: a lookup. Beyond the quota nobody is told
 * of; the call is recorded all the same.
 */
async function matchesTold(number: string, context: CallContext): Promise<readonly Match[]> {
  try {
    return await lookUpNumber(number, context, async () => {
      const answer = await matchesOf(number, context);
      return { answer, isHit: answer.length > 0 };
    });
  } catch (error) {
    if (error instanceof AppError && error.code === 'E_LOOKUP_LIMIT') return [];
    throw error;
  }
}

/** The customers and leads of a number that lie in the caller's scope. */
async function matchesOf(number: string, context: CallContext): Promise<readonly Match[]> {
  const records = new SqlRecordStore(context, { staffId: context.caller.staffId, now: context.now });
  const phones = await records.find('customer_phone', { phone: number }, maxMatches);
  const ids = [...new Set(phones.map(({ customerId }) => customerId))];
  const customers = ids.length === 0 ? [] : await records.find('customer', { id: ids }, maxMatches);
  const leads = await records.find('lead', { mobile: number }, maxMatches);
  // A lead that became one of these customers is he.
  const others = leads.filter(({ customerId }) => !ids.includes(customerId));
  const all: readonly Match[] = [
    ...customers.map((record): Match => ({ entity: 'customer', record })),
    ...others.map((record): Match => ({ entity: 'lead', record })),
  ];
  const within: Match[] = [];
  for (const match of all)
    if (await isReachable(modelOf(context.documents, match.entity), match.record.id, { ...context, page: undefined }))
      within.push(match);
  return within;
}

function aboutOf(matches: readonly Match[]): Values {
  const [only, ...more] = matches;
  if (only === undefined || more.length > 0) return {};
  const customerId = only.entity === 'customer' ? only.record.id : (only.record.customerId ?? null);
  return { bizType: only.entity, bizId: only.record.id, customerId };
}

function answered({ entity, record }: Match, context: CallContext): IncomingAnswer['matches'][number] {
  const page = pageOf(entity, context);
  const key = entity === 'customer' ? 'stage' : 'status';
  const dictionary = context.documents.dictionaries.get(`${entity}_${key}`);
  const stage = dictionary?.values.find((value) => value.key === record[key])?.title ?? '';
  return { entity, id: record.id, name: String(record.name ?? ''), stage, ...(page === undefined ? {} : { page }) };
}

/** The page that shows one of these and the caller may open: the one with the widest scope first. */
function pageOf(entity: string, { documents, caller }: CallContext): string | undefined {
  const pages = [...documents.pages.values()].flatMap((page) =>
    page.kind === 'panorama' && page.entity === entity && !isFiltered(page) && mayOpen(caller, page.name) ? [page] : [],
  );
  return (pages.find(({ scope }) => scope === 'all') ?? pages.find(({ scope }) => scope !== 'pool'))?.name;
}
