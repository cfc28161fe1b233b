import { modelOf } from '../../../kernel/operation/context.ts';
import type { RuleContext } from '../../../kernel/operation/domain-rules.ts';
import type { Values } from '../../../kernel/operation/record-store.ts';
import { logChange } from '../../../records/log/operation-log.ts';

/**
 * A follow-up by whoever got a lead answers it: on the lead itself or on its customer. Comes before the customer is
 * touched, as a lead is held before its customer everywhere.
 */
export async function followLeads(followUp: Values, context: RuleContext): Promise<void> {
  const { records, now } = context;
  const { staffId, customerId } = followUp;
  const about = followUp.bizType === 'lead' ? { id: followUp.bizId } : { customerId };
  if (followUp.bizType !== 'lead' && typeof customerId !== 'string') return;
  for (const { id } of await records.find('lead', { ...about, assigneeId: staffId, status: 'assigned' })) {
    // It may have gone to somebody else while it was waited for.
    const lead = await records.lockOne('lead', id, { assigneeId: staffId, status: 'assigned' });
    if (lead === undefined) continue;
    const values = { status: 'following', firstFollowAt: now, firstFollowBy: staffId };
    await records.update('lead', id, values);
    const before = { status: lead.status, firstFollowAt: lead.firstFollowAt, firstFollowBy: lead.firstFollowBy };
    const entity = modelOf(context.documents, 'lead');
    await logChange({ entity, id, action: 'firstFollow', title: '首次跟进', before, after: values }, context);
  }
}
