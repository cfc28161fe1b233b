import type { RuleContext } from '../../../kernel/operation/domain-rules.ts';
import { customerText } from '../../../texts/domain/customer-text.ts';
import { refuseCustomer } from '../errors/errors.ts';

/** What is about a customer and would be about nobody without him. */
const kept = [
  { entity: 'sales_order', what: customerText('customer.kept.orders') },
  { entity: 'agreement', what: customerText('customer.kept.agreements') },
  { entity: 'student', what: customerText('customer.kept.students') },
  { entity: 'study_service', what: customerText('customer.kept.services') },
  { entity: 'work_order', what: customerText('customer.kept.workOrders') },
  { entity: 'opportunity', what: customerText('customer.kept.opportunities') },
];

/** Refuses to delete a customer there is business with, open or done, and says how much of which. */
export async function refuseWithBusiness(customerId: string, { records, documents }: RuleContext): Promise<void> {
  for (const { entity, what } of kept) {
    const count = documents.entities.has(entity) ? await records.count(entity, { customerId }) : 0;
    if (count > 0) throw refuseCustomer('E_CUSTOMER_KEPT', { what, count });
  }
}
