import type { Message } from '../../../engine/model/texts/index.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { refusePermission } from '../../permissions/errors/errors.ts';
import { type ActGrade, checkAct } from '../../permissions/people/act-on-person.ts';
import { organisationText } from '../../texts/domain/organisation-text.ts';

/** What of a person decides how he signs in, what he may do and what he sees: changing it is an act on him. */
const personalKeys: Readonly<Record<string, { readonly title: Message; readonly grade: ActGrade }>> = {
  account: { title: organisationText('staff.account'), grade: 'access' },
  mobile: { title: organisationText('staff.mobile'), grade: 'access' },
  roleIds: { title: organisationText('staff.roles'), grade: 'employment' },
  dataScope: { title: organisationText('staff.scope'), grade: 'access' },
  customDepartmentIds: { title: organisationText('staff.customDepartments'), grade: 'access' },
  projectIds: { title: organisationText('staff.projects'), grade: 'employment' },
  departmentId: { title: organisationText('staff.department'), grade: 'employment' },
  jobId: { title: organisationText('staff.job'), grade: 'employment' },
};

/** Refuses changing such a thing of oneself, or of somebody who may more than the caller. */
export async function checkChange(record: StoredRecord, changes: Values, context: RuleContext): Promise<void> {
  for (const [key, { title, grade }] of Object.entries(personalKeys)) {
    if (!isOther(record, changes, key)) continue;
    if (record.id === context.caller.staffId) throw refusePermission('E_STAFF_OWN_GRANTS', { what: title });
    await checkAct(record, { name: organisationText('staff.act.change', { title }), grade }, context);
  }
}

/** Whether a field is given and differs from what is stored. */
export function isOther(record: Values, changes: Values, key: string): boolean {
  return Object.hasOwn(changes, key) && JSON.stringify(changes[key] ?? null) !== JSON.stringify(record[key] ?? null);
}
