import { refuse } from '../../kernel/errors/app-error.ts';
import type { DomainRules, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { Values } from '../../kernel/operation/record-store.ts';

/** Rules of work orders: whoever gets one is at work, and it belongs to his department from then on. */
export const workOrderRules: DomainRules = {
  entity: 'work_order',
  transitions: {
    assign: { set: (_, input, context) => departmentOf(input, context) },
    transfer: { set: (_, input, context) => departmentOf(input, context) },
  },
};

async function departmentOf(input: Values, { records }: RuleContext): Promise<Values> {
  const id = typeof input.assigneeId === 'string' ? input.assigneeId : '';
  const staff = await records.findOne('staff', { id });
  if (staff === undefined || staff.status !== 'active')
    throw refuse('E_GUARD', { expected: '处理人已停用或正在离职，请选择其他人' });
  return { assigneeDeptId: staff.departmentId };
}
