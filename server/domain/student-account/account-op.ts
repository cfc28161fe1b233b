import { saidPlace } from '../../kernel/errors/app-error.ts';
import { modelOf } from '../../kernel/operation/context.ts';
import type { DomainRules, RuleBook, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { applySystemTransition } from '../../operations/transition/apply-system-transition.ts';
import { logChange } from '../../records/log/operation-log.ts';
import { studentAccountText } from '../../texts/domain/student-account-text.ts';
import { holdNumber, moveNumber, refuseKnownNumber } from '../customer/index.ts';
import { refuseAccount } from './errors.ts';
import { refuseWithOpenBusiness, studentAccountRules } from './student.ts';

const place = { pointer: '/newMobile', title: studentAccountText('student.newMobile') } as const;

/** Rules of what is applied for: whose number the new one is, what is still open, and what is done once it is approved. */
export const accountOpRules: DomainRules = {
  entity: 'student_account_op',
  looksUp: ['newMobile'],

  async beforeCreate(values, context) {
    const student = await studentOf(values, context);
    await refuseUnfit(values, student, context);
    return { oldMobile: student?.mobile ?? null };
  },

  async beforeModify(record, changes, context) {
    const wanted = { ...record, ...changes };
    await refuseUnfit(wanted, await studentOf(record, context), context);
    return {};
  },

  transitions: {
    approve: {
      // Whoever approves hears at once what stands in the way; nothing is half done.
      async after({ id }, _, context) {
        await applySystemTransition(
          { entity: 'student_account_op', key: 'execute', id, input: {}, rules: book },
          context,
        );
      },
    },
    execute: {
      async check(record, _, context) {
        await refuseUnfit(record, await studentOf(record, context), context);
      },
      async after(record, _, context) {
        if (record.op === 'change_mobile') await changeNumber(record, context);
      },
    },
  },
};

/** What an application that is approved may set off. */
const book: RuleBook = new Map([accountOpRules, studentAccountRules].map((rules) => [rules.entity, rules]));

async function studentOf({ studentId }: Values, { records }: RuleContext): Promise<StoredRecord | undefined> {
  return records.findOne('student', { id: studentId });
}

async function refuseUnfit(
  { op, newMobile }: Values,
  student: StoredRecord | undefined,
  context: RuleContext,
): Promise<void> {
  if (student === undefined) return;
  if (op === 'cancel_account') await refuseWithOpenBusiness(student, context);
  if (op === 'change_mobile' && typeof newMobile === 'string') await refuseTaken(newMobile, student, context);
}

/** Refuses a number that is another student's or another customer's; held, so that nobody takes it meanwhile. */
async function refuseTaken(mobile: string, student: StoredRecord, context: RuleContext): Promise<void> {
  await holdNumber(mobile, context);
  if (mobile === student.mobile) throw refuseAccount('E_ACCOUNT_SAME_NUMBER', {}, place);
  const other = await context.records.findOne('student', { mobile });
  if (other !== undefined)
    throw refuseAccount('E_ACCOUNT_NUMBER_USED', {}, { faults: [{ code: 'E_INPUT_DUPLICATE', ...saidPlace(place) }] });
  const { customerId } = student;
  await refuseKnownNumber(mobile, typeof customerId === 'string' ? customerId : undefined, context, place);
}

/** The student signs in with the new number from now on, and his customer has it in the place of the old one. */
async function changeNumber({ studentId, newMobile }: StoredRecord, context: RuleContext): Promise<void> {
  const { records, documents, now } = context;
  const student = await records.lockOne('student', String(studentId));
  if (student === undefined) return;
  const [from, to] = [String(student.mobile), String(newMobile)];
  const after = { mobile: to, sessionsRevokedAt: now };
  await records.update('student', student.id, after);
  const change = { entity: modelOf(documents, 'student'), id: student.id, action: 'changeMobile', title: '修改手机号' };
  await logChange({ ...change, before: { mobile: from }, after: { mobile: to } }, context);
  if (typeof student.customerId === 'string') await moveNumber(student.customerId, { from, to }, context);
}
