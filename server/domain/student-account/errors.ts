import type { ErrorEntry } from '../../../engine/model/faults/index.ts';
import { refusalsOf } from '../../kernel/errors/app-error.ts';

const business = { envelope: '1', http: 200 } as const;

/** Refusals of what is done to the accounts of students. */
export const studentAccountErrors = {
  E_ACCOUNT_SAME_NUMBER: {
    ...business,
    zh: '新手机号就是现在的登录手机号',
    en: 'the new number is the one the student signs in with',
    next: '填写另一个手机号。',
  },
  E_ACCOUNT_NUMBER_USED: {
    ...business,
    zh: '新手机号已被其他学员使用',
    en: 'another student signs in with the new number',
    next: '换一个手机号，或先处理用着它的学员账号。',
  },
  E_ACCOUNT_OPEN_BUSINESS: {
    ...business,
    zh: '学员还有未结束的{what}，不能注销',
    en: 'the student has an open {what}',
    next: '先结束它，再申请注销。',
  },
  E_RESET_LINK: {
    ...business,
    zh: '重置链接无效、已过期或已使用',
    en: 'the link is unknown, expired or used',
    next: '请学员重新申请重置密码。',
  },
} as const satisfies Record<string, ErrorEntry>;

export const refuseAccount = refusalsOf(studentAccountErrors);
