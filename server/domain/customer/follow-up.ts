import type { DomainRules } from '../../operations/domain-rules.ts';
import { refuseCustomer } from './errors.ts';
import { followLeads } from './lead-follow.ts';
import { refuseAboutMerged } from './merge.ts';

const editableMs = 86_400_000;

/** Rules of follow-ups: they move the dates and counts of what they follow. */
export const followUpRules: DomainRules = {
  entity: 'follow_up',

  async beforeCreate(values, context) {
    const { records } = context;
    await refuseAboutMerged(values.customerId ?? values.bizId, context);
    if (values.bizType === 'customer') return { customerId: values.bizId };
    const kind = values.bizType === 'lead' || values.bizType === 'opportunity' ? values.bizType : undefined;
    if (kind === undefined) return {};
    const subject = await records.findOne(kind, { id: values.bizId });
    return { customerId: subject?.customerId ?? null };
  },

  async beforeModify(record, _, { caller, now }) {
    const age = Date.parse(now) - Date.parse(String(record.createdAt));
    if (record.staffId !== caller.staffId || age > editableMs) throw refuseCustomer('E_FOLLOW_UP_AUTHOR');
    return {};
  },

  async afterCreate(_, values, context) {
    const { records, now } = context;
    await followLeads(values, context);
    const dates = { lastFollowAt: now, nextFollowAt: values.nextFollowAt ?? null };
    if (values.bizType === 'opportunity') await records.update('opportunity', String(values.bizId), dates);
    if (typeof values.customerId !== 'string') return;
    await records.lock('customer', values.customerId);
    const customer = await records.findOne('customer', { id: values.customerId });
    if (customer === undefined) return;
    const stage = customer.stage === 'fresh' ? { stage: 'following' } : {};
    await records.update('customer', customer.id, {
      ...dates,
      ...stage,
      followCount: Number(customer.followCount) + 1,
    });
  },
};
