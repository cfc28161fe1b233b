import { modelOf } from '../../../kernel/operation/context.ts';
import type { DomainRules, RuleContext } from '../../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../../kernel/operation/record-store.ts';
import { logChange } from '../../../records/log/operation-log.ts';
import { refuseCustomer } from '../errors/errors.ts';
import { mergeInto } from '../record/merge.ts';
import { openOrders } from '../record/open-orders.ts';
import { isFree, type LeadMatch } from './lead-match.ts';
import { tellOwnerAgain } from './notices.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const lookAfterHours = 2;
const keptDays = 3;

/** Rules of duplicates: what the system decides of itself, and what follows from a person's decision. */
export const leadDuplicateRules: DomainRules = {
  entity: 'lead_duplicate',
  transitions: {
    keep: {
      async after(before, _, context) {
        const customer = await matchedCustomer(before, context);
        if (customer !== undefined) await remindOwner(customer, String(before.leadId), context);
      },
    },
    transfer: {
      async check({ matchedCustomerId }, _, { records }) {
        const open = await records.count('sales_order', { customerId: matchedCustomerId, status: openOrders });
        if (open > 0) throw refuseCustomer('E_LEAD_OPEN_ORDER');
      },
    },
    merge: {
      async after(before, input, context) {
        await mergeInto(String(before.matchedCustomerId), String(input.otherCustomerId), context);
      },
    },
  },
};

function matchedCustomer({ matchedCustomerId }: StoredRecord, { records }: RuleContext) {
  return typeof matchedCustomerId === 'string' ? records.findOne('customer', { id: matchedCustomerId }) : undefined;
}

/** Writes down that a lead is somebody known, decided at once where the rule is clear; his owner hears of it either way. */
export async function recordDuplicate(leadId: string, match: LeadMatch, context: RuleContext): Promise<void> {
  const { records, now } = context;
  const lead = await records.findOne('lead', { id: leadId });
  if (lead === undefined) return;
  const { customer } = match;
  const status = decisionOf(match, now);
  const values = {
    leadId,
    matchedCustomerId: customer?.id ?? null,
    matchedLeadId: match.lead?.id ?? null,
    matchField: 'mobile',
    promoterId: lead.promoterId,
    promoterDeptId: lead.promoterDeptId,
    currentOwnerId: customer?.ownerId ?? null,
    currentOwnerDeptId: customer?.ownerDeptId ?? null,
    lastFollowAt: customer?.lastFollowAt ?? null,
    status,
    handledAt: status === 'pending' ? null : now,
    handleRemark: status === 'pending' ? null : remarks[status],
  };
  const entity = modelOf(context.documents, 'lead_duplicate');
  // A lead that came in for a customer in the pool has its row; he was claimed before the lead was assigned.
  const known = await records.findOne('lead_duplicate', { leadId });
  if (known !== undefined) await records.update('lead_duplicate', known.id, values);
  const id = known?.id ?? (await records.insert('lead_duplicate', values));
  const action = known === undefined ? 'create' : 'modify';
  await logChange({ entity, id, action, title: '查重命中', after: values }, context);
  if (customer === undefined || typeof customer.ownerId !== 'string') return;
  if (status === 'kept') await remindOwner(customer, leadId, context);
  else await tellOwnerAgain(customer, leadId, context);
}

const remarks = { kept: '归属人 3 天内跟进过，维持归属', reactivated: '客户在公海，重新分配' } as const;

/** In the pool: worked on again at once. Followed within three days: stays. Anything else waits for a person. */
function decisionOf(match: LeadMatch, now: string): 'pending' | 'kept' | 'reactivated' {
  if (isFree(match)) return 'reactivated';
  const { customer } = match;
  const followed = Date.parse(String(customer?.lastFollowAt ?? ''));
  return customer?.ownState === 'owned' && followed + keptDays * dayMs > Date.parse(now) ? 'kept' : 'pending';
}

/** The owner hears that his customer has asked again, and has two hours to look after him. */
async function remindOwner(customer: StoredRecord, leadId: string, context: RuleContext): Promise<void> {
  const due = new Date(Date.parse(context.now) + lookAfterHours * hourMs).toISOString();
  const next: Values = { nextFollowAt: due };
  // What is due sooner stays due sooner; what is overdue already does not hide this.
  const planned = customer.nextFollowAt;
  const isSooner = typeof planned === 'string' && planned > context.now && planned < due;
  if (!isSooner) await context.records.update('customer', customer.id, next);
  await tellOwnerAgain(customer, leadId, context);
}
