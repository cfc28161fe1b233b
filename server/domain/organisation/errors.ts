import type { ErrorEntry } from '../../../engine/model/faults/index.ts';
import { refusalsOf } from '../../kernel/errors/app-error.ts';

const business = { envelope: '1', http: 200 } as const;

/** Refusals about departments, jobs and the people in them. */
export const organisationErrors = {
  E_DEPARTMENT_IN_USE: {
    ...business,
    zh: '部门“{name}”下还有{what}，不能{action}',
    en: '{name} still has {what}',
    next: '先调整下级部门与员工。',
  },
  E_DEPARTMENT_DISABLED: {
    ...business,
    zh: '部门“{name}”已停用',
    en: '{name} is disabled',
    next: '选择其他部门，或先启用它。',
  },
  E_DEPARTMENT_LEADER: {
    ...business,
    zh: '负责人“{name}”不在职',
    en: '{name} is not at work',
    next: '选择在职的员工。',
  },
  E_JOB_FULL: {
    ...business,
    zh: '岗位“{name}”编制 {headcount} 人，已满',
    en: 'all {headcount} places of {name} are taken',
    next: '调整编制，或选择其他岗位。',
  },
  E_JOB_HEADCOUNT: {
    ...business,
    zh: '编制不能少于在职人数（{active} 人）',
    en: '{active} people are on the job',
    next: '改正编制人数。',
  },
  E_JOB_IN_USE: {
    ...business,
    zh: '岗位“{name}”有 {active} 名在职员工，不能删除',
    en: '{active} people are on the job',
    next: '先调整这些员工的岗位。',
  },
  E_JOB_DISABLED: {
    ...business,
    zh: '岗位“{name}”已停用',
    en: '{name} is disabled',
    next: '选择其他岗位，或先启用它。',
  },
  E_STAFF_LEADER: {
    ...business,
    zh: '直属上级不能是本人',
    en: 'nobody leads himself',
    next: '选择其他员工。',
  },
  E_STAFF_SEAT: {
    ...business,
    zh: '您没有设置坐席的权限',
    en: 'setting seats needs a permission of its own',
    next: '请有此权限的管理员设置。',
  },
  E_STAFF_SEAT_FORM: {
    ...business,
    zh: '坐席号只能由字母、数字、点、下划线与短横组成，至多 32 位',
    en: 'a seat is made of letters, digits, dots, underscores and hyphens',
    next: '改正坐席号。',
  },
  E_STAFF_NO_SEAT: {
    ...business,
    zh: '该员工还没有软电话坐席号，不能设置密码',
    en: 'there is no seat to set the password of',
    next: '先在“编辑”中填写软电话坐席号。',
  },
  E_STAFF_SEAT_PASSWORD: {
    ...business,
    zh: '请填写软电话密码，或勾选清除',
    en: 'a password, or to clear it',
    next: '填写密码，或勾选“清除现有密码”。',
  },
  E_GRANT_SCOPE: {
    ...business,
    zh: '不能给出比自己更大的数据范围',
    en: 'wider than your own data scope',
    next: '选择不大于自己的数据范围。',
  },
  E_GRANT_PROJECT: {
    ...business,
    zh: '不能分配自己不负责的项目',
    en: 'not one of your projects',
    next: '请负责该项目的管理员操作。',
  },
  E_LEAVE_CUSTOMERS: {
    ...business,
    zh: '“{name}”名下还有 {count} 名客户，不能完成离职',
    en: '{count} customers are still his',
    next: '先分配这些客户，或写明原因强制完成。',
  },
  E_LEAVE_SERVICES: {
    ...business,
    zh: '“{name}”名下还有 {count} 张督学服务单，不能完成离职',
    en: '{count} study services are still his',
    next: '先在“批量分配”里移交，或写明原因强制完成。',
  },
} as const satisfies Record<string, ErrorEntry>;

export const refuseInOrganisation = refusalsOf(organisationErrors);
