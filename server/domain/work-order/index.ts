import type { DomainRules } from '../../kernel/operation/domain-rules.ts';
import { workOrderRules } from './assignment.ts';

export { alertOperations } from './alert-operations.ts';

/** Rules of work orders. */
export const workOrderArea: readonly DomainRules[] = [workOrderRules];
