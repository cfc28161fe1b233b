import type { RuleContext } from '../../../kernel/operation/domain-rules.ts';
import { refuseCustomer } from '../errors/errors.ts';

/** What is about a customer and would be about nobody without him. */
const kept = [
  { entity: 'sales_order', what: '订单' },
  { entity: 'agreement', what: '协议' },
  { entity: 'student', what: '学员账号' },
  { entity: 'study_service', what: '督学服务单' },
  { entity: 'work_order', what: '工单' },
  { entity: 'opportunity', what: '商机' },
];

/** Refuses to delete a customer there is business with, open or done, and says how much of which. */
export async function refuseWithBusiness(customerId: string, { records, documents }: RuleContext): Promise<void> {
  for (const { entity, what } of kept) {
    const count = documents.entities.has(entity) ? await records.count(entity, { customerId }) : 0;
    if (count > 0) throw refuseCustomer('E_CUSTOMER_KEPT', { what, count });
  }
}
