import type { DomainRules } from '../../kernel/operation/domain-rules.ts';
import { accountOpRules } from './account-op.ts';
import { studentAccountRules } from './student.ts';

export { resetLinks, takeResetLink, tellSession } from './reset-link.ts';

/** Rules of the accounts of students, and of what is applied for. */
export const studentAccountArea: readonly DomainRules[] = [accountOpRules, studentAccountRules];
