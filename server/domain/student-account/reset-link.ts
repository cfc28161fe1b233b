import { timingSafeEqual } from 'node:crypto';
import type { EventOf, StudentEventAnswer } from '../../../contract/student-app.ts';
import { isId } from '../../../engine/model/fields/index.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord } from '../../kernel/operation/record-store.ts';
import type { Schedule } from '../../kernel/operation/schedule.ts';
import { SmsRefused } from '../../kernel/services/sms-service.ts';
import { refuseAccount } from './errors.ts';
import { unsentLinks } from './store.ts';

/** Links sent in a piece of a run. */
const batch = 20;
const usualAddress = 'https://study.example';

/** Sends the links to set a new password. What is in them is worked out anew each time: no row, list or log has it. */
export const resetLinks: Schedule = {
  key: 'student_account_op.links',
  title: '发送重置密码的链接',
  entity: 'student_account_op',
  timing: { every: 15_000 },
  async piece(_, context) {
    const ids = await unsentLinks(context.db, context.now, batch);
    for (const id of ids) await send(id, context);
    return { done: ids.length, next: null };
  },
};

async function send(id: string, context: RuleContext): Promise<void> {
  const { records, services } = context;
  const op = await records.findOne('student_account_op', { id });
  const student = op === undefined ? undefined : await records.findOne('student', { id: op.studentId });
  if (op === undefined || student === undefined) return;
  const address = `${services.studentAppUrl ?? usualAddress}/reset/${secretOf(op, context)}`;
  const text = `您申请重置登录密码，请在 30 分钟内打开 ${address} 设置新密码，只能使用一次。如非本人申请请忽略。`;
  try {
    await services.sms.provider.submit({ key: id, mobile: String(student.mobile), text }, AbortSignal.timeout(10_000));
    await records.update('student_account_op', id, { linkSentAt: context.now });
  } catch (error) {
    // Whoever does not answer now may do so the next time; a number that is none never will.
    if (error instanceof SmsRefused)
      await records.update('student_account_op', id, { linkFault: `短信没有发出：${error.message}` });
  }
}

/** What the link ends with: the application, and a signature nobody else makes. */
function secretOf({ id, linkExpiresAt }: StoredRecord, { protection }: RuleContext): string {
  return `${id}.${protection.sign(`reset ${id} ${new Date(String(linkExpiresAt)).toISOString()}`)}`;
}

/** Takes a link that a student opened: once, within its time, and while nothing ended his sessions; answers whose password is to be set. */
export async function takeResetLink({ link }: EventOf<'resetLink'>, context: RuleContext): Promise<StudentEventAnswer> {
  const { records, now } = context;
  const [id = ''] = link.split('.');
  const op = isId(id) ? await records.lockOne('student_account_op', id) : undefined;
  const isOpen = op?.status === 'done' && op.op === 'reset_password' && op.linkUsedAt === null;
  if (
    op === undefined ||
    !isOpen ||
    !isSame(link, secretOf(op, context)) ||
    !(Date.parse(now) < timeOf(op.linkExpiresAt)) ||
    (await isEnded(op, context))
  )
    throw refuseAccount('E_RESET_LINK');
  await records.update('student_account_op', id, { linkUsedAt: now });
  return { id: String(op.studentId), status: 'opened' };
}

/** What ended the student's sessions since ends his link too: it went to a number that is not his any more, or he was stopped. */
async function isEnded({ studentId, doneAt }: StoredRecord, { records }: RuleContext): Promise<boolean> {
  const student = await records.findOne('student', { id: studentId });
  return student === undefined || timeOf(student.sessionsRevokedAt) > timeOf(doneAt);
}

const timeOf = (value: unknown) => Date.parse(value instanceof Date ? value.toISOString() : String(value));

function isSame(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Says whether somebody who signed in then still is: not where his account was frozen, changed or cancelled since. */
export async function tellSession(
  { studentId, signedInAt }: EventOf<'session'>,
  { records }: RuleContext,
): Promise<StudentEventAnswer> {
  const student = await records.findOne('student', { id: studentId });
  if (student === undefined) throw refuse('E_NOT_FOUND');
  const isRevoked = student.sessionsRevokedAt !== null && timeOf(student.sessionsRevokedAt) >= Date.parse(signedInAt);
  const isOpen = student.status === 'active' || student.status === 'cancelling';
  return { id: studentId, status: isOpen && !isRevoked ? 'valid' : 'ended' };
}
