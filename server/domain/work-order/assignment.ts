import { refuse } from '../../kernel/errors/app-error.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { workOrderText } from '../../texts/domain/work-order-text.ts';

/** Whoever gets an order is at work, and it belongs to his department from then on. */
export async function departmentOf(input: Values, { records }: RuleContext): Promise<Values> {
  const id = typeof input.assigneeId === 'string' ? input.assigneeId : '';
  const staff = await records.findOne('staff', { id });
  if (staff === undefined || staff.status !== 'active')
    throw refuse('E_GUARD', { expected: workOrderText('workOrder.assignee') });
  return { assigneeDeptId: staff.departmentId };
}
