import { modelOf } from '../../operations/context.ts';
import type { DomainRules, RuleContext } from '../../operations/domain-rules.ts';
import type { StoredRecord } from '../../operations/record-store.ts';
import { numbersFor } from '../../operations/write-row.ts';
import { refuseCustomer } from './errors.ts';
import { receiverOf, recordOwnerChange } from './ownership.ts';
import { addMainPhone, customerByPhone } from './phones.ts';
import { poolFor, returnPoolId } from './pool.ts';

const duplicateDays = 90;
const dayMs = 86_400_000;
const liveStates = ['valid', 'assigned', 'following', 'converted', 'invalid_pending'];

/** Rules of leads: checked for duplicates when they come in, a customer from the moment they are assigned. */
export const leadRules: DomainRules = {
  entity: 'lead',

  async beforeCreate(values, context) {
    const mobile = String(values.mobile);
    const since = new Date(Date.parse(context.now) - duplicateDays * dayMs).toISOString();
    const known = (await customerByPhone(mobile, context)) !== undefined;
    const recent = known
      ? 0
      : await context.records.count('lead', { mobile, status: liveStates }, { key: 'createdAt', moment: since });
    const { staffId, departmentId } = context.caller;
    return { status: known || recent > 0 ? 'duplicate' : 'valid', promoterId: staffId, promoterDeptId: departmentId };
  },

  transitions: {
    assign: { set: (record, input, context) => handOver(record, input, 'assign', context) },
    reassign: { set: (record, input, context) => handOver(record, input, 'transfer', context) },
    approveInvalid: { after: (before, _, context) => returnInvalid(before, context) },
    convert: {
      async check(record, _, { records }) {
        const open =
          record.customerId === null ? 0 : await records.count('opportunity', { customerId: record.customerId });
        if (open === 0) throw refuseCustomer('E_LEAD_NO_OPPORTUNITY');
      },
    },
  },
};

/** Gives the lead's customer to the receiver; the customer is made here when there is none yet. */
async function handOver(
  lead: StoredRecord,
  input: Readonly<Record<string, unknown>>,
  action: 'assign' | 'transfer',
  context: RuleContext,
) {
  const { records, now } = context;
  const receiver = await receiverOf(input, [lead.projectId], context);
  const owner = {
    ownState: 'owned',
    ownerId: receiver.id,
    ownerDeptId: receiver.departmentId,
    poolId: null,
    returnPoolId: await returnPoolId(receiver.departmentId, [lead.projectId], context),
    assignedAt: now,
  };
  const to = { staffId: receiver.id, departmentId: String(receiver.departmentId) };
  const existing =
    typeof lead.customerId === 'string'
      ? await records.findOne('customer', { id: lead.customerId })
      : await customerByPhone(String(lead.mobile), context);
  const customerId = existing?.id ?? (await createCustomer(lead, owner, context));
  if (existing !== undefined) await records.update('customer', existing.id, owner);
  const from = { staffId: existing?.ownerId ?? null, departmentId: existing?.ownerDeptId ?? null };
  await recordOwnerChange({ customerId, action: existing === undefined ? 'assign' : action, from, to }, context);
  return { customerId, assigneeDeptId: receiver.departmentId };
}

async function createCustomer(
  lead: StoredRecord,
  owner: Readonly<Record<string, unknown>>,
  context: RuleContext,
): Promise<string> {
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

/** An invalid lead's customer goes back to the pool, marked invalid. */
async function returnInvalid(lead: StoredRecord, context: RuleContext): Promise<void> {
  const customer =
    typeof lead.customerId === 'string'
      ? await context.records.findOne('customer', { id: lead.customerId })
      : undefined;
  if (customer === undefined || customer.ownState !== 'owned') return;
  const pool = await poolFor(customer.ownerDeptId, customer.intentionProjectIds, context);
  const cleared = {
    ownState: 'pooled',
    ownerId: null,
    ownerDeptId: null,
    poolId: pool.id,
    returnAt: context.now,
    returnReason: '线索无效',
    stage: 'invalid',
  };
  await context.records.update('customer', customer.id, cleared);
  const from = { staffId: customer.ownerId, departmentId: customer.ownerDeptId };
  await recordOwnerChange(
    {
      customerId: customer.id,
      action: 'return',
      from,
      to: { staffId: null, departmentId: null },
      poolId: pool.id,
      reason: '线索无效',
    },
    context,
  );
}
