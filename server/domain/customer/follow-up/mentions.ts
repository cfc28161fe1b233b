import { formatMessage } from '../../../../engine/model/texts/index.ts';
import { callerOfStaff } from '../../../access/sessions.ts';
import { listed } from '../../../kernel/language/listed.ts';
import { modelOf } from '../../../kernel/operation/context.ts';
import type { RuleContext } from '../../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../../kernel/operation/record-store.ts';
import { isReachable } from '../../../records/read/view.ts';
import { customerText } from '../../../texts/domain/customer-text.ts';
import { idsOf } from '../ownership/ownership.ts';

const maxContent = 300;

/** Tells colleagues who were just mentioned in a follow-up; whoever may not see its customer is told so. */
export async function tellMentioned(values: Values, before: unknown, context: RuleContext): Promise<void> {
  const known = idsOf(before);
  const { records, caller, tell } = context;
  const added = idsOf(values.mentionedIds).filter((id) => !known.includes(id) && id !== caller.staffId);
  const blind: string[] = [];
  for (const id of added) {
    const staff = await records.findOne('staff', { id });
    if (staff === undefined || staff.status !== 'active') continue;
    const customer = await seenCustomer(staff, values.customerId, context);
    const mayLook = customer !== undefined;
    if (!mayLook) blind.push(String(staff.name));
    const what = `${caller.name} 在客户【${customer?.name}】的跟进中提到了您：${String(values.content)}`;
    await records.insertLater('notification', {
      receiverId: id,
      type: '16',
      title: '有同事提到了您',
      // Without access neither who the customer is nor what was said is his to read.
      content: mayLook
        ? what.slice(0, maxContent)
        : `${caller.name} 在一条跟进中提到了您。您没有查看该客户的权限，请与其联系。`,
      ...(mayLook ? { linkEntity: 'customer', linkId: values.customerId } : {}),
      stage: '1',
      status: '1',
    });
  }
  if (blind.length > 0)
    tell?.({ title: formatMessage(customerText('customer.mentioned.blind')), value: listed(blind) });
}

/** The customer, for a colleague who may see him. */
async function seenCustomer(
  { id }: StoredRecord,
  customerId: unknown,
  context: RuleContext,
): Promise<StoredRecord | undefined> {
  if (typeof customerId !== 'string' || !context.documents.entities.has('customer')) return undefined;
  const caller = await callerOfStaff({ db: context.db, documents: context.documents }, id, context.caller.ip);
  const inside = { ...context, caller, page: undefined };
  const isSeen = await isReachable(modelOf(context.documents, 'customer'), customerId, inside);
  return isSeen ? context.records.findOne('customer', { id: customerId }) : undefined;
}
