import type { DomainRules } from '../../operations/domain-rules.ts';
import { customerRules } from './customer.ts';
import { followUpRules } from './follow-up.ts';
import { leadRules } from './lead.ts';
import { opportunityRules } from './opportunity.ts';

export { explainOperations } from './explain-operations.ts';

/** Rules of customers, their leads, opportunities and follow-ups. */
export const customerArea: readonly DomainRules[] = [customerRules, followUpRules, leadRules, opportunityRules];
