import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { refusePermission } from '../../permissions/errors/errors.ts';
import { type ActGrade, checkAct } from '../../permissions/people/act-on-person.ts';

/** What of a person decides how he signs in, what he may do and what he sees: changing it is an act on him. */
const personalKeys: Readonly<Record<string, { readonly title: string; readonly grade: ActGrade }>> = {
  account: { title: '登录账号', grade: 'access' },
  mobile: { title: '手机号', grade: 'access' },
  roleIds: { title: '角色', grade: 'employment' },
  dataScope: { title: '数据范围', grade: 'access' },
  customDepartmentIds: { title: '自定义部门', grade: 'access' },
  projectIds: { title: '负责项目', grade: 'employment' },
  departmentId: { title: '部门', grade: 'employment' },
  jobId: { title: '岗位', grade: 'employment' },
};

/** Refuses changing such a thing of oneself, or of somebody who may more than the caller. */
export async function checkChange(record: StoredRecord, changes: Values, context: RuleContext): Promise<void> {
  for (const [key, { title, grade }] of Object.entries(personalKeys)) {
    if (!isOther(record, changes, key)) continue;
    if (record.id === context.caller.staffId) throw refusePermission('E_STAFF_OWN_GRANTS', { what: title });
    await checkAct(record, { name: `修改其${title}`, grade }, context);
  }
}

/** Whether a field is given and differs from what is stored. */
export function isOther(record: Values, changes: Values, key: string): boolean {
  return Object.hasOwn(changes, key) && JSON.stringify(changes[key] ?? null) !== JSON.stringify(record[key] ?? null);
}
