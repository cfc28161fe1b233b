import { isJsonObject } from '../../../../engine/model/json/index.ts';
import { authorOf } from '../../../kernel/caller/caller.ts';
import { modelOf } from '../../../kernel/operation/context.ts';
import type { RuleContext, TransitionRules } from '../../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../../kernel/operation/record-store.ts';
import { removeChildren } from '../../../operations/write/child-rows.ts';
import { logChange } from '../../../records/log/operation-log.ts';
import { holdNumber } from '../contact/phones.ts';
import { refuseCustomer } from '../errors/errors.ts';
import { nobody, receiverOf, recordOwnerChange } from '../ownership/ownership.ts';
import { customerWas, pooledCustomers } from '../ownership/pooled.ts';
import { isFresh, isWorkedWith, withdrawNotice } from '../ownership/take-back.ts';
import { refuseWithBusiness } from '../record/kept-business.ts';

/** What an assignment did to the customer of its lead: made him, took him out of a pool, or found him the receiver's already. */
type Assigned = {
  readonly customer: StoredRecord;
  readonly how: 'made' | 'pooled' | 'own';
  readonly owned: StoredRecord | undefined;
};

/**
 * Takes an assignment of a lead back by whoever made it, as long as nothing came of it: a customer who was made with it
 * goes, one who lay in a pool goes back there. The lead waits as before.
 */
export const leadTakeBack: TransitionRules = {
  set: async (lead, _, context): Promise<Values> =>
    (await assignedWith(lead, context)).how === 'made' ? { customerId: null } : {},
  async after(lead, _, context) {
    const { customer, how, owned } = await assignedWith(lead, context);
    await withdrawNotice(customer, lead.assigneeId, context);
    if (how === 'made') await unmake(customer, context);
    if (how === 'pooled' && owned !== undefined) await backToPool(customer, owned, context);
  },
};

async function assignedWith(lead: StoredRecord, context: RuleContext): Promise<Assigned> {
  const { customer, owned } = await untouched(lead, context);
  if (owned === undefined) return { customer, how: 'own', owned };
  if (owned.poolId !== null) return { customer, how: 'pooled', owned };
  if (customer.sourceLeadId !== lead.id) throw refuseCustomer('E_CUSTOMER_TAKE_BACK');
  return { customer, how: 'made', owned };
}

/** The customer of a lead the caller gave to somebody just now, whom nobody worked with since; held. */
async function untouched(
  lead: StoredRecord,
  context: RuleContext,
): Promise<{ readonly customer: StoredRecord; readonly owned: StoredRecord | undefined }> {
  const { records, caller } = context;
  await holdNumber(String(lead.mobile), context);
  const isOwn = lead.updatedBy === authorOf(caller) && isFresh(lead.assignedAt, context);
  const customer = isOwn ? await records.lockOne('customer', String(lead.customerId)) : undefined;
  if (customer === undefined || customer.ownerId !== lead.assigneeId) throw refuseCustomer('E_CUSTOMER_TAKE_BACK');
  if (await isWorkedWith([lead.id, customer.id], customer.id, lead.assignedAt, context))
    throw refuseCustomer('E_CUSTOMER_TAKE_BACK');
  const live = await records.findOne('owner_record', {
    ...{ subjectType: 'customer', subjectId: customer.id, endedAt: null },
  });
  // What changed hands with the lead did so at the same moment.
  return { customer, owned: isSameMoment(live?.startedAt, lead.assignedAt) ? live : undefined };
}

function isSameMoment(one: unknown, other: unknown): boolean {
  return Date.parse(String(one)) === Date.parse(String(other));
}

/**
 * Gives a lead back to whom it was taken from, by whoever did that, as long as nothing came of it; with its customer,
 * where he changed hands with it. What the lead said before is what the log of that change says.
 */
export const reassignTakeBack: TransitionRules = {
  set: async (lead, _, context) => (await reassignedFrom(lead, context)).was,
  async after(lead, _, context) {
    const { customer, owned, former } = await reassignedFrom(lead, context);
    await withdrawNotice(customer, lead.assigneeId, context);
    if (owned === undefined) return;
    if (owned.poolId === null) await backToFormer(customer, owned, former, context);
    else await backToPool(customer, owned, context);
  },
};

/** What a lead says of who has it. */
const heldKeys = ['assigneeId', 'assigneeDeptId', 'assignRuleId', 'assignedAt', 'acceptDeadline', 'reassignCount'];

async function reassignedFrom(lead: StoredRecord, context: RuleContext) {
  const { customer, owned } = await untouched(lead, context);
  const logged = await context.records.find('operation_log', {
    ...{ entity: 'lead', entityId: lead.id, action: 'lead.reassign', staffId: authorOf(context.caller) },
  });
  const before = logged.find(({ createdAt }) => isSameMoment(createdAt, lead.assignedAt))?.before;
  if (!isJsonObject(before)) throw refuseCustomer('E_CUSTOMER_TAKE_BACK');
  const was: Values = Object.fromEntries(heldKeys.map((key) => [key, before[key] ?? null]));
  const former = await receiverOf({ staffId: was.assigneeId }, [lead.projectId], context);
  return { customer, owned, was, former };
}

async function backToFormer(
  customer: StoredRecord,
  owned: StoredRecord,
  former: StoredRecord,
  context: RuleContext,
): Promise<void> {
  const { id, ownerId, ownerDeptId } = customer;
  await context.records.update('customer', id, {
    ...{ ownerId: former.id, ...(await pooledCustomers.heldBy(former, customer, context)) },
    ...customerWas(await pastOf(customer, owned, context)),
  });
  await recordOwnerChange(
    {
      ...{ subjectType: 'customer', subjectId: id, action: 'undo' },
      from: { staffId: ownerId, departmentId: ownerDeptId },
      to: { staffId: former.id, departmentId: String(former.departmentId) },
    },
    context,
  );
}

/** Who held a customer before, the latest first. */
async function pastOf(
  { id }: StoredRecord,
  owned: StoredRecord,
  { records }: RuleContext,
): Promise<readonly StoredRecord[]> {
  const found = await records.find('owner_record', { subjectType: 'customer', subjectId: id }, 20);
  return found
    .filter((one) => one.id !== owned.id)
    .sort((a, b) => String(b.startedAt).localeCompare(String(a.startedAt)));
}

/** A customer who would not be there without the assignment: with his numbers, unless somebody built on him meanwhile. */
async function unmake(customer: StoredRecord, context: RuleContext): Promise<void> {
  const { records, documents } = context;
  await refuseWithBusiness(customer.id, context);
  if ((await records.count('lead', { customerId: customer.id })) > 0) throw refuseCustomer('E_CUSTOMER_TAKE_BACK');
  const entity = modelOf(documents, 'customer');
  const before = await removeChildren(entity, customer.id, context);
  await records.remove('customer', customer.id);
  await logChange({ entity, id: customer.id, action: 'delete', title: '撤销线索分配', before }, context);
}

/** Why the customers of invalid leads lie in a pool. */
const invalidLead = '线索无效';

async function backToPool(customer: StoredRecord, owned: StoredRecord, context: RuleContext): Promise<void> {
  const { records } = context;
  const { id, ownerId, ownerDeptId, returnReason } = customer;
  await records.update('customer', id, {
    ...{ ownState: 'pooled', ownerId: null, ownerDeptId: null, poolId: owned.poolId, protectUntil: null },
    ...customerWas(await pastOf(customer, owned, context)),
    // With the assignment he was valid again.
    ...(returnReason === invalidLead && customer.stage === 'fresh' ? { stage: 'invalid' } : {}),
  });
  await recordOwnerChange(
    {
      ...{ subjectType: 'customer', subjectId: id, action: 'undo', to: nobody, poolId: String(owned.poolId) },
      from: { staffId: ownerId, departmentId: ownerDeptId },
    },
    context,
  );
}
