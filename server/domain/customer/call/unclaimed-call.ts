import { modelOf } from '../../../kernel/operation/context.ts';
import type { RuleContext } from '../../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../../kernel/operation/record-store.ts';
import { logChange } from '../../../records/log/operation-log.ts';
import { countCall } from './count-call.ts';

/**
 * A call of the caller that is nobody's yet, as several might have made it, where its number is one of whom the follow-up is about.
 */
export async function unclaimedCall(
  id: string,
  followUp: Values,
  { records, caller }: RuleContext,
): Promise<StoredRecord | undefined> {
  const call = await records.lockOne('call_record', id, { staffId: caller.staffId, customerId: null, bizId: null });
  if (call === undefined) return undefined;
  const number = call.direction === 'in' ? call.caller : call.callee;
  const { bizType, bizId, customerId } = followUp;
  const his =
    typeof customerId === 'string'
      ? await records.count('customer_phone', { customerId, phone: number })
      : await records.count('lead', { id: bizType === 'lead' ? bizId : null, mobile: number });
  return his > 0 ? call : undefined;
}

/** Writes down whose call it was, once somebody has said so by following it up. */
export async function claimCall(id: string, followUp: Values, context: RuleContext): Promise<void> {
  const { records } = context;
  const call = await records.lockOne('call_record', id, { customerId: null, bizId: null });
  if (call === undefined) return;
  const { bizType, bizId, customerId = null } = followUp;
  const values = { bizType, bizId, customerId };
  await records.update('call_record', id, values);
  if (call.confirmation !== 'pending') await countCall({ customerId, startedAt: call.startedAt }, context);
  const before = { bizType: call.bizType, bizId: call.bizId, customerId: call.customerId };
  const entity = modelOf(context.documents, 'call_record');
  await logChange({ entity, id, action: 'claim', title: '认定通话对象', before, after: values }, context);
}
