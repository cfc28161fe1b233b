import { createHash } from 'node:crypto';
import type { PhoneLine, PhoneLinesAnswer, PhoneRegistrationAnswer } from '../../contract/phone.ts';
import { agentFields, type PhoneProvider } from '../../contract/phone-words.ts';
import { isGranted } from '../../engine/model/access/index.ts';
import type { CallContext } from '../kernel/operation/context.ts';
import type { RuleBook } from '../kernel/operation/domain-rules.ts';
import type { StoredRecord } from '../kernel/operation/record-store.ts';
import type { Telephony } from '../kernel/services/telephony.ts';
import { mutate } from '../records/change/mutate.ts';
import { SqlRecordStore } from '../records/store/sql-record-store.ts';
import { inputText } from '../texts/kernel/input-text.ts';
import { refusePhone } from './errors.ts';
import { endCall, heldOpenCalls } from './open-calls.ts';
import { agentTicket } from './ticket.ts';

const agentProviders = ['hl', 'dlsw', 'xzj'] as const;

/** The telephony of this node; refused where there is none. */
export function telephonyOf({ services }: Pick<CallContext, 'services'>): Telephony {
  if (services.telephony === undefined) throw refusePhone('E_PHONE_OFF');
  return services.telephony;
}

/** What the caller may telephone over. */
export async function myLines(context: CallContext): Promise<PhoneLinesAnswer> {
  const { telephony } = context.services;
  if (telephony === undefined) return { system: 'none', lines: [], results: [] };
  const person = await personOf(context);
  const webphone = webphoneOf(person);
  const agents = agentProviders.flatMap((provider): readonly PhoneLine[] => {
    const url = telephony.agentUrls[provider];
    const agentId = textOf(person, agentFields[provider]);
    if (url === undefined || agentId === undefined) return [];
    const ticket = agentTicket(provider, agentId, telephony.secret, Date.parse(context.now));
    return [{ provider, agentId, url, ticket }];
  });
  return {
    system: telephony.demo === undefined ? 'real' : 'demo',
    lines: [
      ...(webphone === undefined ? [] : [{ provider: 'webphone', seatCode: webphone.seatCode } as const]),
      ...agents,
    ],
    results: resultsFor(context),
  };
}

/** Results a call may be noted with, for who may note anything. */
function resultsFor({ documents, caller }: CallContext): PhoneLinesAnswer['results'] {
  if (!isGranted(caller.grants, 'follow_up:add')) return [];
  const values = documents.dictionaries.get('follow_up_result')?.values ?? [];
  return values.map(({ key, title }) => ({ key, title }));
}

/** What the caller's browser registers with: asked of the telephone host, with the password turned into a digest. */
export async function registration(context: CallContext, rules: RuleBook): Promise<PhoneRegistrationAnswer> {
  const { line, iceServers, realm } = telephonyOf(context);
  const person = await personOf(context);
  const webphone = webphoneOf(person);
  if (webphone === undefined) throw refusePhone('E_PHONE_NO_SEAT', { line: inputText('input.softphone') });
  const { seatCode, password } = webphone;
  const { hosts, domain } = await line.register(seatCode, password);
  await endLeftOver(person.id, context, rules);
  const ha1 = createHash('md5')
    .update(`${seatCode}:${realm ?? domain}:${password}`)
    .digest('hex');
  return { hosts, domain, user: seatCode, ha1, iceServers };
}

/** A phone that registers is in no call: what its person's records still have of it went with another page or browser. */
async function endLeftOver(staffId: string, context: CallContext, rules: RuleBook): Promise<void> {
  const records = new SqlRecordStore(context, { staffId, now: context.now });
  const isThere = await records.count('call_record', { staffId, provider: 'webphone', endedAt: null });
  if (isThere === 0) return;
  await mutate('call_record.registration', {}, context, async (inside) => {
    for (const call of await heldOpenCalls(staffId, inside))
      if (call.provider === 'webphone') await endCall(call, '坐席重新注册', inside, rules);
  });
}

/** The seat somebody has on a line; refused where he has none. */
export function seatOn(provider: PhoneProvider, person: StoredRecord, telephony: Telephony): string {
  if (provider === 'webphone') {
    const seat = webphoneOf(person)?.seatCode;
    if (seat !== undefined) return seat;
    throw refusePhone('E_PHONE_NO_SEAT', { line: inputText('input.softphone') });
  }
  const seat = textOf(person, agentFields[provider]);
  if (seat === undefined || telephony.agentUrls[provider] === undefined)
    throw refusePhone('E_PHONE_NO_SEAT', { line: ` ${provider} ` });
  return seat;
}

/** The row of the caller himself. */
export async function personOf(context: CallContext): Promise<StoredRecord> {
  const { staffId } = context.caller;
  const records = new SqlRecordStore(context, { staffId, now: context.now });
  const person = await records.findOne('staff', { id: staffId });
  if (person === undefined) throw refusePhone('E_PHONE_NO_SEAT', { line: '' });
  return person;
}

function webphoneOf(person: StoredRecord): { readonly seatCode: string; readonly password: string } | undefined {
  const seatCode = textOf(person, 'seatCode');
  const password = textOf(person, 'sipPassword');
  return seatCode === undefined || password === undefined ? undefined : { seatCode, password };
}

function textOf(person: StoredRecord, key: string): string | undefined {
  const value = person[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
