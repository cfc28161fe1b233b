import type { ErrorEntry } from '../../../engine/model/faults/index.ts';
import { refusalsOf } from '../../kernel/errors/app-error.ts';

/** Refusals of what the students' app tells. */
export const studentAppErrors = {
  E_STUDENT_APP_OFF: {
    envelope: '1',
    http: 200,
    zh: '没有接入学员端',
    en: 'no students’ app is connected',
    next: '由管理员设置 STUDENT_APP_SECRET。',
  },
  E_STUDENT_APP_SIGNATURE: {
    envelope: '1',
    http: 401,
    zh: '学员端的签名无效或已过期',
    en: 'the signature of the students’ app does not hold',
    next: '核对 STUDENT_APP_SECRET 与时钟。',
  },
} as const satisfies Record<string, ErrorEntry>;

export const refuseStudentApp = refusalsOf(studentAppErrors);
