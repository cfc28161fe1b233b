import { modelOf } from '../../../kernel/operation/context.ts';
import type { RuleContext } from '../../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../../kernel/operation/record-store.ts';
import { numbersFor } from '../../../records/change/write-row.ts';
import { logChange } from '../../../records/log/operation-log.ts';
import { openStages } from './opportunity.ts';

/**
 * A student who means to go on becomes an opportunity of whoever has his customer, who is told; where one of the project is
 * open already, that one will do. A customer nobody has is for the leader to give to somebody.
 */
export async function openRenewal(service: StoredRecord, context: RuleContext): Promise<void> {
  const { records } = context;
  const { customerId, projectId } = service;
  const customer = await records.lockOne('customer', String(customerId));
  if (customer === undefined) return;
  if (typeof customer.ownerId !== 'string') {
    const content = `学员【${service.studentName}】有续费意向，客户没有归属人，请安排业务员跟进。`;
    return tell(service.leaderId, { content, linkEntity: 'study_service', linkId: service.id }, context);
  }
  if ((await records.count('opportunity', { customerId, projectId, stage: openStages })) > 0) return;
  const opportunityNo = await openFor(customer, service, context);
  const content = `学员【${service.studentName}】有续费意向，已为您生成商机【${opportunityNo}】，请跟进。`;
  await tell(customer.ownerId, { content, linkEntity: 'customer', linkId: customer.id }, context);
}

/** Answers its number. */
async function openFor(customer: StoredRecord, service: StoredRecord, context: RuleContext): Promise<string> {
  const { records, documents } = context;
  const entity = modelOf(documents, 'opportunity');
  const { projectId, classTypeId, orderId, studentName } = service;
  const order = await records.findOne('sales_order', { id: orderId });
  const classType = await records.findOne('class_type', { id: classTypeId });
  const numbers = await numbersFor(entity, context);
  const values = {
    ...numbers,
    ...{ title: `${studentName}续费`, customerId: customer.id, projectId, classTypeId },
    ...{ amount: classType?.listPrice ?? order?.payableTotal ?? 0, stage: 'contact', probability: 10 },
    ...{ ownerId: customer.ownerId, ownerDeptId: customer.ownerDeptId },
  };
  const id = await records.insert('opportunity', values);
  await logChange({ entity, id, action: 'create', title: '续费', after: values }, context);
  return String(numbers.opportunityNo);
}

async function tell(receiverId: unknown, about: Values, { records }: RuleContext): Promise<void> {
  if (typeof receiverId !== 'string') return;
  const notice = { receiverId, type: '16', title: '学员有续费意向', stage: '1', status: '1' };
  await records.insert('notification', { ...notice, ...about });
}
