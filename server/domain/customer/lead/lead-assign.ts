import { systemCaller } from '../../../kernel/caller/caller.ts';
import { modelOf } from '../../../kernel/operation/context.ts';
import type { RuleContext } from '../../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../../kernel/operation/record-store.ts';
import { numbersFor } from '../../../records/change/write-row.ts';
import { logChange } from '../../../records/log/operation-log.ts';
import { mayKnowOf } from '../../../records/read/view.ts';
import { SqlRecordStore } from '../../../records/store/sql-record-store.ts';
import { addMainPhone, customerByPhone, holdNumber } from '../contact/phones.ts';
import { refuseCustomer } from '../errors/errors.ts';
import { type OwnerChange, openOwnerRecord, recordOwnerChange } from '../ownership/ownership.ts';
import { returnPoolId } from '../ownership/pool.ts';
import { chooseReceiver, countReceived, rulesFor } from './assign-rule.ts';
import { tellDispatchers } from './lead-dispatchers.ts';
import { tellPerson } from './notices.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Works out who gets a lead by the rules, hands it over and answers what the lead says then; undefined when nobody is left. */
export async function assignByRule(
  lead: StoredRecord,
  action: 'assign' | 'transfer',
  context: RuleContext,
): Promise<Values | undefined> {
  await holdNumber(String(lead.mobile), context);
  const choice = await chooseReceiver(lead, await whoHadIt(lead, context), context);
  if (choice === undefined) return undefined;
  const { rule, receiver } = choice;
  const minutes = Number(rule.acceptTimeoutMinutes);
  const acceptDeadline = new Date(Date.parse(context.now) + minutes * minuteMs).toISOString();
  const handed = await handOver(lead, receiver, { action, minutes }, context);
  countReceived(receiver.id, context);
  return { ...handed, assigneeId: receiver.id, assignRuleId: rule.id, assignedAt: context.now, acceptDeadline };
}

/** Assigns a lead that has just come in, in the server's own name; where nobody is left, those who assign hear of it. */
export async function assignNew(id: string, context: RuleContext): Promise<void> {
  const records = new SqlRecordStore(context, { staffId: null, now: context.now });
  const inside = { ...context, caller: systemCaller, records };
  const lead = await records.findOne('lead', { id });
  if (lead === undefined) return;
  const handed = await assignByRule(lead, 'assign', inside);
  if (handed === undefined) return tellDispatchers(lead, await rulesFor(lead, inside), inside);
  const values = { ...handed, status: 'assigned' };
  await records.update('lead', id, values);
  const before = Object.fromEntries(Object.keys(values).map((key) => [key, lead[key] ?? null]));
  const entity = modelOf(context.documents, 'lead');
  await logChange({ entity, id, action: 'autoAssign', title: '按规则分配', before, after: values }, inside);
}

/** Everybody who had a lead since it came in: it goes to each of them once. */
async function whoHadIt(lead: StoredRecord, { records }: RuleContext): Promise<ReadonlySet<unknown>> {
  if (typeof lead.customerId !== 'string' || lead.assigneeId === null) return new Set();
  const holders = await records.find('owner_record', { subjectType: 'customer', subjectId: lead.customerId });
  const since = holders.filter(({ startedAt }) => String(startedAt) >= String(lead.createdAt));
  return new Set([lead.assigneeId, ...since.map(({ toStaffId }) => toStaffId)]);
}

/** How a lead changes hands: for the first time or from another, and in how many minutes he shall answer. */
export type HandOver = { readonly action: 'assign' | 'transfer'; readonly minutes: number };

/**
 * Gives the lead's customer to the receiver: made here when there is none yet, taken out of the pool when he is there.
 * A customer who is somebody else's stays his; that is for the decision on the duplicate.
 */
export async function handOver(
  lead: StoredRecord,
  receiver: StoredRecord,
  { action, minutes }: HandOver,
  context: RuleContext,
): Promise<Values> {
  const { records, now } = context;
  await holdNumber(String(lead.mobile), context);
  const existing = await heldCustomerOf(lead, context);
  const holder = existing?.ownerId ?? null;
  const isOthers = holder !== null && holder !== receiver.id && holder !== lead.assigneeId;
  if (existing !== undefined && (isOthers || existing.ownState === 'frozen'))
    throw await refuseOwned(existing, context);
  const { departmentId } = receiver;
  const owner = {
    ownState: 'owned',
    ownerId: receiver.id,
    ownerDeptId: departmentId,
    poolId: null,
    returnPoolId: await returnPoolId(departmentId, [lead.projectId], context),
    assignedAt: now,
    claimedAt: null,
    protectUntil: new Date(Date.parse(now) + dayMs).toISOString(),
    nextFollowAt: null,
  };
  const customerId = existing?.id ?? (await createCustomer(lead, owner, context));
  if (existing !== undefined && holder !== receiver.id) {
    const stage = existing.stage === 'invalid' ? { stage: 'fresh' } : {};
    await records.update('customer', existing.id, { ...owner, ...stage });
  }
  if (holder !== receiver.id) {
    const change: OwnerChange = {
      subjectType: 'customer',
      subjectId: customerId,
      action: holder === null ? 'assign' : action,
      from: { staffId: holder, departmentId: existing?.ownerDeptId ?? null },
      to: { staffId: receiver.id, departmentId: String(departmentId) },
      poolId: existing?.ownState === 'pooled' ? String(existing.poolId) : null,
    };
    await (existing === undefined ? openOwnerRecord : recordOwnerChange)(change, context);
  }
  const content = `您有新的线索【${lead.name}】待跟进，请在${minutes}分钟内联系`;
  await tellPerson(receiver.id, { title: '新线索待跟进', content, customerId }, context);
  return { customerId, assigneeDeptId: departmentId };
}

/** The lead's customer, held: the one it already has, else who has its number. */
async function heldCustomerOf(lead: StoredRecord, context: RuleContext): Promise<StoredRecord | undefined> {
  const { records } = context;
  const own = typeof lead.customerId === 'string' ? await records.lockOne('customer', lead.customerId) : undefined;
  if (own !== undefined) return own;
  const found = await customerByPhone(String(lead.mobile), context);
  return found === undefined ? undefined : records.lockOne('customer', found.id);
}

async function refuseOwned(customer: StoredRecord, context: RuleContext) {
  if (!(await mayKnowOf('customer', customer.id, context)))
    return refuseCustomer('E_LEAD_CUSTOMER_OWNED', { owner: '其他同事' });
  const owner = await context.records.findOne('staff', { id: customer.ownerId });
  return refuseCustomer('E_LEAD_CUSTOMER_OWNED', { owner: owner?.name ?? '待分配' });
}

async function createCustomer(lead: StoredRecord, owner: Values, context: RuleContext): Promise<string> {
  const { name, mobile, wechat, province, city, channelId, promoterId, projectId } = lead;
  const customerId = await context.records.insert('customer', {
    ...owner,
    ...(await numbersFor(modelOf(context.documents, 'customer'), context)),
    name,
    mobile,
    wechat,
    province,
    city,
    channelId,
    promoterId,
    sourceLeadId: lead.id,
    intentionProjectIds: [projectId],
    level: lead.intention === 'high' ? 'a' : lead.intention === 'middle' ? 'b' : 'c',
    stage: 'fresh',
    locked: false,
    followCount: 0,
    callCount: 0,
    orderCount: 0,
    paidTotal: 0,
    doNotCall: false,
    blacklisted: false,
  });
  await addMainPhone(customerId, String(mobile), context);
  return customerId;
}
