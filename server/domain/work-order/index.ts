import type { DomainRules, TransitionRules } from '../../kernel/operation/domain-rules.ts';
import { assignByRule } from './assign-by-rule.ts';
import { departmentOf } from './assignment.ts';
import { escalated } from './escalation.ts';
import { joinDuplicate } from './join-duplicate.ts';
import { askQuestions } from './questionnaire.ts';
import { deadlines } from './sla.ts';
import { withoutLiable } from './verdict.ts';

export { alertOperations } from './alert-operations.ts';

const handOver: TransitionRules = { set: (_, input, context) => departmentOf(input, context) };

const workOrderRules: DomainRules = {
  entity: 'work_order',
  joins: joinDuplicate,
  beforeCreate: deadlines,
  afterCreate: async (id, order, context) => {
    await askQuestions(id, order, context);
    await assignByRule(id, order, new Map([['work_order', workOrderRules]]), context);
  },
  transitions: {
    assign: handOver,
    transfer: handOver,
    reassign: handOver,
    resolve: { set: async (order, input) => withoutLiable(order, input) },
    escalate: { set: (order, _, context) => escalated(order, context) },
  },
};

/** Rules of work orders. */
export const workOrderArea: readonly DomainRules[] = [workOrderRules];
