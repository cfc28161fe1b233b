import type { DomainRules, RuleContext } from '../../../kernel/operation/domain-rules.ts';
import { prepareEach } from '../../../kernel/operation/prepare-rows.ts';
import type { StoredRecord, Values } from '../../../kernel/operation/record-store.ts';
import { confirmed } from '../call/count-call.ts';
import { holdNumber, holdNumbers } from '../contact/phones.ts';
import { refuseCustomer } from '../errors/errors.ts';
import { receiverOf, recordOwnerChange } from '../ownership/ownership.ts';
import { poolFor } from '../ownership/pool.ts';
import { receivingProjectIds } from '../ownership/receivers.ts';
import { assignByRule, assignNew, assignTogether, handOver } from './lead-assign.ts';
import { checkNumber } from './lead-check.ts';
import { opportunityOf } from './lead-convert.ts';
import { recordDuplicate } from './lead-duplicate.ts';
import { isFree, matchesOf, matchOf } from './lead-match.ts';
import { sourcesOf, takeSource } from './lead-source.ts';
import { leadTakeBack, reassignTakeBack } from './lead-take-back.ts';

/** Reasons that say nobody answers; they count after so many calls. */
const unreachable: ReadonlySet<unknown> = new Set(['empty', 'closed']);
const callsBefore = 3;
/** Minutes in which a lead that was assigned by hand shall be answered. */
const usualMinutes = 10;

/** Seconds within which the same number of the same promoter is the same registration. */
const secondsApart = 10;

/** Rules of leads: checked for duplicates when they come in, a customer from the moment they are assigned. */
export const leadRules: DomainRules = {
  entity: 'lead',
  userAttributes: { receivingProjectIds },
  checks: { mobile: checkNumber },

  apartBy: 'mobile',

  async prepareMany(rows, context) {
    const sources = await sourcesOf(rows, context);
    const mobiles = rows.map(({ mobile }) => String(mobile));
    await holdNumbers(mobiles, context);
    const matches = await matchesOf(mobiles, context);
    const { staffId, departmentId } = context.caller;
    return prepareEach(rows, async (values) => {
      const mobile = String(values.mobile);
      takeSource(values, sources);
      if (context.jobId === undefined) await refuseTwice(mobile, context);
      const match = matches.get(mobile);
      // What the new lead says of itself tells that the number is known.
      if (match !== undefined) context.found?.();
      const status = match === undefined || isFree(match) ? 'valid' : 'duplicate';
      const customerId = match?.customer?.id ?? match?.lead?.customerId ?? null;
      return { status, promoterId: staffId, promoterDeptId: departmentId, customerId };
    });
  },

  async afterCreate(id, values, context) {
    const isKnown = values.status === 'duplicate' || typeof values.customerId === 'string';
    const match = isKnown ? await matchOf(String(values.mobile), id, context) : undefined;
    if (match !== undefined) await recordDuplicate(id, match, context);
    // Rows of an import are assigned by the schedule: its steps would hold the rules, and everybody else, for seconds.
    if (values.status === 'valid' && context.jobId === undefined) await assignNew(id, context);
  },

  async beforeModify(record, changes, context) {
    const moved = Object.fromEntries(
      ['projectId', 'channelId', 'promoteWechatId'].flatMap((key) =>
        changes[key] === undefined || changes[key] === record[key] ? [] : [[key, changes[key]]],
      ),
    );
    takeSource(moved, await sourcesOf([moved], context));
    if (typeof changes.mobile === 'string' && changes.mobile !== record.mobile)
      await checkNewNumber(record, changes.mobile, context);
    return {};
  },

  transitions: {
    assign: {
      set: async (record, input, context) => {
        const receiver = await receiverOf(input, [record.projectId], context);
        const handed = await handOver(record, receiver, { action: 'assign', minutes: usualMinutes }, context);
        return { ...handed, assignRuleId: null };
      },
    },
    autoAssign: {
      set: (record, _, context) => byRule(record, 'assign', context),
      setMany: (rows, context) =>
        assignTogether(
          rows.map(({ record }) => record),
          context,
        ),
    },
    unassign: leadTakeBack,
    reassign: {
      set: async (record, input, context) => {
        const receiver = await receiverOf(input, [record.projectId], context);
        const handed = await handOver(record, receiver, { action: 'transfer', minutes: usualMinutes }, context);
        return { ...handed, assignRuleId: null };
      },
    },
    unreassign: reassignTakeBack,
    autoReassign: { set: (record, _, context) => byRule(record, 'transfer', context) },
    firstFollow: {
      async check(record, _, { records, caller }) {
        const own = { staffId: caller.staffId };
        const since = { key: 'createdAt', moment: String(record.assignedAt) };
        const onLead = await records.count('follow_up', { bizType: 'lead', bizId: record.id, ...own }, since);
        const onCustomer = await records.count('follow_up', { customerId: record.customerId, ...own }, since);
        if (onLead + onCustomer === 0) throw refuseCustomer('E_LEAD_NO_FOLLOW_UP');
      },
    },
    applyInvalid: {
      async check(record, input, { records }) {
        if (!unreachable.has(input.invalidReason)) return;
        const { customerId, assigneeId: staffId } = record;
        const since = { key: 'startedAt', moment: String(record.assignedAt) };
        const got = await records.count('call_record', { customerId, staffId, confirmation: [...confirmed] }, since);
        if (got < callsBefore) throw refuseCustomer('E_LEAD_CALLS', { min: callsBefore, got });
      },
    },
    approveInvalid: { after: (before, _, context) => returnInvalid(before, context) },
    convert: {
      set: async (record, input, context) => ({ opportunityId: await opportunityOf(record, input, context) }),
    },
    dedupeHit: {
      async after(before, _, context) {
        const match = await matchOf(String(before.mobile), before.id, context);
        if (match !== undefined) await recordDuplicate(before.id, match, context);
      },
    },
  },
};

/**
 * Refuses a number its promoter has registered just now, by whatever door he did: a form sent twice, a lead from a
 * social platform beside it. The number is held, so that of two at once the later one sees the other. Rows of an import
 * do not come here: what a file says twice is written down, and counted, as a duplicate.
 */
async function refuseTwice(mobile: string, { records, caller, now }: RuleContext): Promise<void> {
  const moment = new Date(Date.parse(now) - secondsApart * 1000).toISOString();
  const own = { mobile, promoterId: caller.staffId };
  if ((await records.count('lead', own, { key: 'createdAt', moment })) > 0) throw refuseCustomer('E_LEAD_TWICE');
}

/** A number is put right while nobody works on the lead, and only to one that is new: anything else is another lead. */
async function checkNewNumber(lead: StoredRecord, mobile: string, context: RuleContext): Promise<void> {
  await holdNumber(mobile, context);
  const isNew = lead.status === 'valid' && (await matchOf(mobile, lead.id, context)) === undefined;
  if (!isNew) throw refuseCustomer('E_LEAD_MOBILE');
}

async function byRule(lead: StoredRecord, action: 'assign' | 'transfer', context: RuleContext): Promise<Values> {
  const handed = await assignByRule(lead, action, context);
  if (handed === undefined) throw refuseCustomer('E_LEAD_NOBODY');
  return handed;
}

/** An invalid lead's customer goes back to the pool, marked invalid; one who has become somebody else's stays. */
async function returnInvalid(lead: StoredRecord, context: RuleContext): Promise<void> {
  const customer =
    typeof lead.customerId === 'string'
      ? await context.records.findOne('customer', { id: lead.customerId })
      : undefined;
  if (customer === undefined || customer.ownState !== 'owned' || customer.ownerId !== lead.assigneeId) return;
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
      subjectType: 'customer',
      subjectId: customer.id,
      action: 'return',
      from,
      to: { staffId: null, departmentId: null },
      poolId: pool.id,
      reason: '线索无效',
    },
    context,
  );
}
