import type { DomainRules, RuleContext } from '../../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../../kernel/operation/record-store.ts';
import { claimCall, unclaimedCall } from '../call/unclaimed-call.ts';
import { refuseCustomer } from '../errors/errors.ts';
import { followLeads } from './lead-follow.ts';
import { tellMentioned } from './mentions.ts';

const dayMs = 86_400_000;
/** What is followed and has a customer of its own. */
const withCustomer: ReadonlySet<unknown> = new Set(['lead', 'opportunity', 'study_service']);

/** Rules of follow-ups: a call that reached somebody is on record, and the dates and counts of what they follow move. */
export const followUpRules: DomainRules = {
  entity: 'follow_up',

  async beforeCreate(values, context) {
    const customerId = await customerOf(values, context);
    return { customerId, ...(await callOf({ ...values, customerId }, context)) };
  },

  async beforeModify(record, changes, context) {
    const { caller, now } = context;
    const age = Date.parse(now) - Date.parse(String(record.createdAt));
    if (record.staffId !== caller.staffId || age > dayMs) throw refuseCustomer('E_FOLLOW_UP_AUTHOR');
    const touchesCall = ['method', 'result', 'callRecordId'].some((key) => Object.hasOwn(changes, key));
    return touchesCall ? callOf({ ...record, ...changes }, context) : {};
  },

  async afterCreate(_, values, context) {
    if (typeof values.callRecordId === 'string') await claimCall(values.callRecordId, values, context);
    await followLeads(values, context);
    await moveSubject(values, context);
    await tellMentioned(values, [], context);
  },

  afterModifyOf: ['callRecordId', 'mentionedIds'],
  async afterModify(record, changes, context) {
    if (typeof changes.callRecordId === 'string') await claimCall(changes.callRecordId, record, context);
    await tellMentioned({ ...record, ...changes }, record.mentionedIds, context);
  },
};

async function customerOf({ bizType, bizId }: Values, { records }: RuleContext): Promise<unknown> {
  if (bizType === 'customer') return bizId;
  if (!withCustomer.has(bizType)) return null;
  return (await records.findOne(String(bizType), { id: bizId }))?.customerId ?? null;
}

/** The call behind a follow-up: one that was told of must be theirs, one that reached somebody must be there. */
async function callOf(values: Values, context: RuleContext): Promise<Values> {
  const { callRecordId, method, result } = values;
  const isReached = method === 'call' && result === 'connected' && typeof values.customerId === 'string';
  if (typeof callRecordId === 'string') {
    const [known] = await callsOf({ ...values, id: callRecordId }, context);
    const call = known ?? (await unclaimedCall(callRecordId, values, context));
    if (isReached && isAwaited(call)) throw refuseCustomer('E_FOLLOW_UP_UNCONFIRMED');
    if (call === undefined || (isReached && call.status !== 'answered')) throw refuseCustomer('E_FOLLOW_UP_NO_CALL');
    return {};
  }
  if (!isReached) return {};
  const call = (await callsOf({ ...values, status: 'answered' }, context))[0];
  if (call === undefined && (await callsOf({ ...values, status: 'unconfirmed' }, context)).length > 0)
    throw refuseCustomer('E_FOLLOW_UP_UNCONFIRMED');
  if (call === undefined) throw refuseCustomer('E_FOLLOW_UP_NO_CALL');
  return { callRecordId: call.id };
}

/** Whether the line has yet to say that somebody took the call. */
function isAwaited(call: StoredRecord | undefined): boolean {
  return call?.status === 'unconfirmed' || call?.status === 'talking';
}

/** Calls of the caller in the last 24 hours with the customer, or about what has none yet, newest first. */
async function callsOf(
  { customerId, bizType, bizId, id, status }: Values,
  { records, caller, now }: RuleContext,
): Promise<readonly StoredRecord[]> {
  const calls = await records.find('call_record', {
    ...(typeof customerId === 'string' ? { customerId } : { bizType, bizId }),
    staffId: caller.staffId,
    ...(id === undefined ? {} : { id }),
    ...(status === undefined ? {} : { status }),
  });
  return calls.filter(({ startedAt }) => Date.parse(now) - Date.parse(String(startedAt)) <= dayMs);
}

async function moveSubject(values: Values, context: RuleContext): Promise<void> {
  const { records, now } = context;
  const nextFollowAt = values.nextFollowAt ?? null;
  if (values.bizType === 'opportunity')
    await records.update('opportunity', String(values.bizId), { lastFollowAt: now, nextFollowAt });
  if (values.bizType === 'study_service')
    await records.update('study_service', String(values.bizId), { lastContactAt: now, nextContactAt: nextFollowAt });
  // A supervisor's contact with a student is none of the sales with the customer.
  if (typeof values.customerId !== 'string' || values.bizType === 'study_service') return;
  const customer = await records.lockOne('customer', values.customerId);
  if (customer === undefined) return;
  await records.update('customer', customer.id, {
    lastFollowAt: now,
    nextFollowAt,
    ...(customer.stage === 'fresh' ? { stage: 'following' } : {}),
    followCount: Number(customer.followCount) + 1,
  });
}
