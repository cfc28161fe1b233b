import type { DomainRules } from '../../operations/domain-rules.ts';
import { assignRuleRules } from './assign-rule.ts';
import { customerRules } from './customer.ts';
import { explainRules } from './explain.ts';
import { followUpRules } from './follow-up.ts';
import { leadRules } from './lead.ts';
import { leadDuplicateRules } from './lead-duplicate.ts';
import { opportunityRules } from './opportunity.ts';
import { promoteWechatRules } from './promote-wechat.ts';
import { socialLeadRules } from './social-lead.ts';

export { explainOperations } from './explain-operations.ts';

/** Rules of customers, their leads, opportunities and follow-ups. */
export const customerArea: readonly DomainRules[] = [
  assignRuleRules,
  customerRules,
  explainRules,
  followUpRules,
  leadRules,
  leadDuplicateRules,
  opportunityRules,
  promoteWechatRules,
  socialLeadRules,
];
