import type { JobKind } from '../../jobs/job.ts';
import { anyKind } from '../../jobs/job-kinds.ts';
import type { DomainRules } from '../../operations/domain-rules.ts';
import type { RuleBook } from '../../operations/write-row.ts';
import { assignRuleRules } from './assign-rule.ts';
import { customerRules } from './customer.ts';
import { customerPhoneRules } from './customer-phone.ts';
import { followUpRules } from './follow-up.ts';
import { handoverRules } from './handover.ts';
import { handoverKind } from './handover-job.ts';
import { leadRules } from './lead.ts';
import { leadDuplicateRules } from './lead-duplicate.ts';
import { opportunityRules } from './opportunity.ts';
import { promoteWechatRules } from './promote-wechat.ts';
import { socialLeadRules } from './social-lead.ts';
import { studyServiceRules } from './study-service.ts';

export { strangerOperations } from './call-stranger.ts';
export { countCall } from './count-call.ts';
export { explainOperations } from './explain-operations.ts';
export { frozenCustomersOf, openHandover } from './handover.ts';
export { customerByPhone } from './phones.ts';

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
];

/** Background work of the area. */
export function customerJobs(rules: RuleBook): readonly JobKind<unknown, unknown>[] {
  return [anyKind(handoverKind(rules))];
}
