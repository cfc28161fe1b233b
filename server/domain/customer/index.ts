import type { DomainRules, RuleBook } from '../../kernel/operation/domain-rules.ts';
import type { JobKind } from '../../kernel/operation/job.ts';
import { anyKind } from '../../kernel/operation/job-kinds.ts';
import { customerPhoneRules } from './contact/customer-phone.ts';
import { promoteWechatRules } from './contact/promote-wechat.ts';
import { followUpRules } from './follow-up/follow-up.ts';
import { handoverRules } from './handover/handover.ts';
import { handoverKind } from './handover/handover-job.ts';
import { assignRuleRules } from './lead/assign-rule.ts';
import { leadRules } from './lead/lead.ts';
import { leadDuplicateRules } from './lead/lead-duplicate.ts';
import { socialLeadRules } from './lead/social-lead.ts';
import { opportunityRules } from './opportunity/opportunity.ts';
import { serviceBatchRules } from './opportunity/service-batch.ts';
import { studyServiceRules } from './opportunity/study-service.ts';
import { customerRules } from './record/customer.ts';

export { strangerOperations } from './call/call-stranger.ts';
export { countCall } from './call/count-call.ts';
export { customersByPhone, holdNumber, moveNumber, refuseKnownNumber } from './contact/phones.ts';
export { frozenCustomersOf, openHandover } from './handover/handover.ts';
export { AssignmentRound, type Handed } from './lead/assignment-round.ts';
export { explainOperations } from './lead/explain-operations.ts';
export { openServices } from './opportunity/service-batch-plan.ts';
export { holdOrderSupervision, superviseStudents } from './ownership/supervisor.ts';
export { openBusiness } from './record/open-business.ts';

/** Rules of customers, their leads, opportunities and follow-ups. */
export const customerArea: readonly DomainRules[] = [
  assignRuleRules,
  customerRules,
  customerPhoneRules,
  followUpRules,
  leadRules,
  leadDuplicateRules,
  opportunityRules,
  promoteWechatRules,
  socialLeadRules,
  handoverRules,
  studyServiceRules,
  serviceBatchRules,
];

/** Background work of the area. */
export function customerJobs(rules: RuleBook): readonly JobKind<unknown, unknown>[] {
  return [anyKind(handoverKind(rules))];
}
