import type { DomainRules, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord } from '../../kernel/operation/record-store.ts';
import { openBusiness } from '../customer/index.ts';
import { refuseAccount } from './errors.ts';
import { wipeStudent } from './wipe.ts';

/** Rules of the accounts of students: none is cancelled while something of his is open, and then nothing of him is left. */
export const studentAccountRules: DomainRules = {
  entity: 'student',
  transitions: {
    applyCancel: { check: (student, _, context) => refuseWithOpenBusiness(student, context) },
    completeCancel: {
      check: (student, _, context) => refuseWithOpenBusiness(student, context),
      after: (student, _, context) => wipeStudent(student, context),
    },
  },
};

/** Refuses to cancel an account while the student has an open order, refund or work order. */
export async function refuseWithOpenBusiness({ id, customerId }: StoredRecord, context: RuleContext): Promise<void> {
  const what =
    (await openBusiness({ studentId: id }, context)) ??
    (typeof customerId === 'string' ? await openBusiness({ customerId }, context) : undefined);
  if (what !== undefined) throw refuseAccount('E_ACCOUNT_OPEN_BUSINESS', { what });
}
