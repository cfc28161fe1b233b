import { createHash } from 'node:crypto';
import type { LoadedRow } from '../../../db/load/table-writer.ts';
import { day, hour, minute } from '../values/calendar.ts';
import { DemoNumbers, demoId } from '../values/demo-ids.ts';
import { onePagePdf } from '../values/one-page-pdf.ts';
import { Random } from '../values/random.ts';
import { firstOfOps } from './kept-students.ts';
import type { World } from './world.ts';

const kinds = ['reset_password', 'cancel_account', 'change_mobile'] as const;
type Kind = (typeof kinds)[number];
/** Six of each kind; what is approved is carried out at once. */
const states = ['pending', 'pending', 'done', 'done', 'rejected', 'cancelled'] as const;
type State = (typeof states)[number];
const proof = onePagePdf('Signed by the student \\(sample\\)');
const digest = createHash('sha256').update(proof).digest('hex');

/** What the students signed. */
export const proofContent = { key: digest.slice(0, 40), content: proof };

const reasons: Readonly<Record<Kind, string>> = {
  reset_password: '学员忘记密码，电话核对过身份',
  cancel_account: '学员不再备考，要求注销账号',
  change_mobile: '学员换了手机号，旧号已停用',
};

/** Writes what was applied for accounts of students: not for those whom other parts tell of as active. */
export function addAccountOps(world: World): DemoNumbers {
  const numbers = new DemoNumbers('student_account_op.opNo', 'ZH');
  const random = new Random(2907);
  let place = 0;
  for (const op of kinds)
    for (const status of states) {
      addOp({ op, status, place }, numbers, world, random);
      place += 1;
    }
  return numbers;
}

/** Who changed his number signs in with the new one. */
function mobilesOf<Number>({ op, status }: Pick<Op, 'op' | 'status'>, own: Number, other: () => Number) {
  if (op !== 'change_mobile') return { oldMobile: own, newMobile: null };
  return status === 'done' ? { oldMobile: other(), newMobile: own } : { oldMobile: own, newMobile: other() };
}

type Op = { readonly op: Kind; readonly status: State; readonly place: number };

function addOp({ op, status, place }: Op, numbers: DemoNumbers, world: World, random: Random): void {
  const { organisation, students, now, add, newMobile, seal } = world;
  const student = students[firstOfOps + place];
  if (student === undefined) return;
  const createdAt = Math.max(student.registeredAt, now - (18 - place) * day - 3 * hour);
  const [applicant, reviewer] = [organisation.byAccount('supervisor').id, organisation.byAccount('academic').id];
  const reviewedAt = createdAt + 2 * hour;
  const isReviewed = status === 'done' || status === 'rejected';
  const row = { id: demoId(createdAt, random), createdAt, createdBy: applicant };
  const isSent = op === 'reset_password' && status === 'done';
  add('student_account_op', {
    ...{ ...row, opNo: numbers.next(createdAt), studentId: student.id, studentName: student.realName, op, status },
    ...mobilesOf({ op, status }, student.mobile, () => seal(newMobile())),
    proofs: op === 'reset_password' ? null : [addProof(row, world, random)],
    ...{ reason: reasons[op], operatorId: applicant, reviewerId: isReviewed ? reviewer : null },
    ...{ reviewedAt: isReviewed ? reviewedAt : null, doneAt: status === 'done' ? reviewedAt : null },
    reviewComment: status === 'rejected' ? '证明材料看不清，请重新上传' : null,
    ...{ linkSentAt: isSent ? reviewedAt + minute : null, linkExpiresAt: isSent ? reviewedAt + 30 * minute : null },
    linkUsedAt: isSent && place % 2 === 0 ? reviewedAt + 6 * minute : null,
  });
}

/** The signed application that is attached; answers the id of its file. */
function addProof({ id: bizId, createdAt, createdBy }: LoadedRow, { add }: World, random: Random): string {
  const id = demoId(createdAt, random);
  add('file_object', {
    ...{ id, createdAt, createdBy, name: '学员签字的申请.pdf', kind: 'doc', mime: 'application/pdf' },
    ...{ size: proof.length, sha256: digest, storageKey: proofContent.key },
    ...{ bizEntity: 'student_account_op', bizId, private: true },
  });
  return id;
}
