import { systemCaller } from '../../../kernel/caller/caller.ts';
import { newId } from '../../../kernel/crypto/new-id.ts';
import { modelOf } from '../../../kernel/operation/context.ts';
import type { PreparedRow, RuleContext } from '../../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../../kernel/operation/record-store.ts';
import { takeNumbers } from '../../../records/change/row-numbers.ts';
import { logChange } from '../../../records/log/operation-log.ts';
import { mayKnowOf } from '../../../records/read/view.ts';
import { SqlRecordStore } from '../../../records/store/sql-record-store.ts';
import { customerText } from '../../../texts/domain/customer-text.ts';
import { addMainPhone, customerByPhone, customersByPhone, holdNumber, holdNumbers } from '../contact/phones.ts';
import { refuseCustomer } from '../errors/errors.ts';
import { nobody, openOwnerRecord, recordOwnerChange } from '../ownership/ownership.ts';
import { returnPoolId } from '../ownership/pool.ts';
import { rulesFor } from './assign-rule.ts';
import { AssignmentRound, type Choice, countReceived } from './assignment-round.ts';
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
  const round = new AssignmentRound(context, 1);
  const choice = await round.choose(lead, await whoHadIt(lead, context));
  if (choice === undefined) return undefined;
  await round.settle();
  const handed = await handOver(lead, choice.receiver, { action, minutes: minutesOf(choice) }, context);
  countReceived(choice.receiver.id, context);
  return { ...handed, ...chosenValues(choice, context) };
}

/**
 * The same for leads that are assigned together for the first time, each the first of its customer. One whose number is
 * somebody's has to be assigned alone: that customer is held, and may be another's.
 */
export async function assignTogether(
  leads: readonly StoredRecord[],
  context: RuleContext,
): Promise<readonly (PreparedRow | 'alone')[]> {
  const mobiles = leads.map(({ mobile }) => String(mobile));
  await holdNumbers(mobiles, context);
  const known = new Set([...(await customersByPhone(mobiles, context)).keys()]);
  const round = new AssignmentRound(context, leads.length);
  const given: Dealt[] = [];
  const answers: (PreparedRow | 'alone' | Dealt)[] = [];
  for (const [at, lead] of leads.entries()) {
    const mobile = mobiles[at] ?? '';
    if (lead.customerId !== null || lead.assigneeId !== null || known.has(mobile)) {
      answers.push('alone');
      continue;
    }
    const choice = await round.choose(lead, new Set());
    if (choice === undefined) {
      answers.push({ refusal: refuseCustomer('E_LEAD_NOBODY') });
      continue;
    }
    known.add(mobile);
    round.received(choice.receiver.id);
    const one = { lead, receiver: choice.receiver, minutes: minutesOf(choice), choice };
    given.push(one);
    answers.push(one);
  }
  await round.settle();
  const customerIds = await giveNewCustomers(given, context);
  return answers.map((answer) => {
    if (answer === 'alone' || !('lead' in answer)) return answer;
    const handed = { customerId: customerIds.get(answer.lead.id), assigneeDeptId: answer.receiver.departmentId };
    return { derived: { ...handed, ...chosenValues(answer.choice, context) } };
  });
}

/** A lead whose customer is made with it, who gets him, and in how many minutes he shall answer. */
type Dealt = NewCustomer & { readonly choice: Choice };
type NewCustomer = { readonly lead: StoredRecord; readonly receiver: StoredRecord; readonly minutes: number };

function minutesOf({ rule }: Choice): number {
  return Number(rule.acceptTimeoutMinutes);
}

/** What a lead says of a choice by rule. */
function chosenValues(choice: Choice, { now }: RuleContext): Values {
  const acceptDeadline = new Date(Date.parse(now) + minutesOf(choice) * minuteMs).toISOString();
  return { assigneeId: choice.receiver.id, assignRuleId: choice.rule.id, assignedAt: now, acceptDeadline };
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
  const { records } = context;
  await holdNumber(String(lead.mobile), context);
  const existing = await heldCustomerOf(lead, context);
  const holder = existing?.ownerId ?? null;
  const isOthers = holder !== null && holder !== receiver.id && holder !== lead.assigneeId;
  if (existing !== undefined && (isOthers || existing.ownState === 'frozen'))
    throw await refuseOwned(existing, context);
  const { departmentId } = receiver;
  if (existing === undefined) {
    const made = await giveNewCustomers([{ lead, receiver, minutes }], context);
    return { customerId: made.get(lead.id), assigneeDeptId: departmentId };
  }
  if (holder !== receiver.id) {
    const stage = existing.stage === 'invalid' ? { stage: 'fresh' } : {};
    await records.update('customer', existing.id, { ...(await ownerOf(lead, receiver, context)), ...stage });
    await recordOwnerChange(
      {
        subjectType: 'customer',
        subjectId: existing.id,
        action: holder === null ? 'assign' : action,
        from: { staffId: holder, departmentId: existing.ownerDeptId },
        to: { staffId: receiver.id, departmentId: String(departmentId) },
        poolId: existing.ownState === 'pooled' ? String(existing.poolId) : null,
      },
      context,
    );
  }
  await tellOfLead({ lead, receiver, minutes }, existing.id, context);
  return { customerId: existing.id, assigneeDeptId: departmentId };
}

/** What a customer says of whoever gets him with a lead. */
async function ownerOf(lead: StoredRecord, { id, departmentId }: StoredRecord, context: RuleContext): Promise<Values> {
  const { now } = context;
  return {
    ownState: 'owned',
    ownerId: id,
    ownerDeptId: departmentId,
    poolId: null,
    returnPoolId: await returnPoolId(departmentId, [lead.projectId], context),
    assignedAt: now,
    claimedAt: null,
    protectUntil: new Date(Date.parse(now) + dayMs).toISOString(),
    nextFollowAt: null,
  };
}

function tellOfLead({ lead, receiver, minutes }: NewCustomer, customerId: string, context: RuleContext): Promise<void> {
  const content = `您有新的线索【${lead.name}】待跟进，请在${minutes}分钟内联系`;
  return tellPerson(receiver.id, { title: '新线索待跟进', content, customerId }, context);
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
    return refuseCustomer('E_LEAD_CUSTOMER_OWNED', { owner: customerText('customer.colleague') });
  const owner = await context.records.findOne('staff', { id: customer.ownerId });
  return refuseCustomer('E_LEAD_CUSTOMER_OWNED', { owner: owner?.name ?? customerText('customer.unassigned') });
}

/** Makes the customers of leads, each with his number, whose he is and a notice to him; answers their ids by lead. */
async function giveNewCustomers(
  given: readonly NewCustomer[],
  context: RuleContext,
): Promise<ReadonlyMap<string, string>> {
  const numbers = await takeNumbers(modelOf(context.documents, 'customer'), given.length, context);
  const rows = [];
  for (const [at, one] of given.entries()) {
    const owner = await ownerOf(one.lead, one.receiver, context);
    rows.push({ ...one, id: newId(), values: { ...customerOf(one.lead), ...owner, ...numbers[at] } });
  }
  await context.records.insertMany('customer', rows);
  for (const { id, lead, receiver, minutes } of rows) {
    await addMainPhone(id, String(lead.mobile), context);
    const to = { staffId: receiver.id, departmentId: String(receiver.departmentId) };
    await openOwnerRecord({ subjectType: 'customer', subjectId: id, action: 'assign', from: nobody, to }, context);
    await tellOfLead({ lead, receiver, minutes }, id, context);
  }
  return new Map(rows.map(({ id, lead }) => [lead.id, id]));
}

function customerOf(lead: StoredRecord): Values {
  const { name, mobile, wechat, province, city, channelId, promoterId, projectId, tagIds } = lead;
  return {
    name,
    mobile,
    wechat,
    province,
    city,
    channelId,
    promoterId,
    sourceLeadId: lead.id,
    intentionProjectIds: [projectId],
    tagIds,
    level: lead.intention === 'high' ? 'a' : lead.intention === 'middle' ? 'b' : 'c',
    stage: 'fresh',
    locked: false,
    followCount: 0,
    callCount: 0,
    orderCount: 0,
    paidTotal: 0,
    doNotCall: false,
    blacklisted: false,
  };
}
