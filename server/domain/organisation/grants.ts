import { maskKinds } from '../../../engine/model/index.ts';
import { type Caller, maskModeOf } from '../../access/caller.ts';
import { clearnessOf } from '../../access/masks-in-force.ts';
import { widthOf } from '../../access/reach-in-force.ts';
import type { RuleContext } from '../../operations/domain-rules.ts';
import type { StoredRecord } from '../../operations/record-store.ts';
import { beyond, contentOf, isNothing, noContent, wideningOf } from '../../permissions/role-content.ts';
import { refuseInOrganisation } from './errors.ts';

/** Whether a role gives nothing that the caller does not have himself: pages, permissions, rows and clear fields. */
async function covers(role: StoredRecord, { caller, records }: RuleContext): Promise<boolean> {
  if (!isNothing(beyond(wideningOf(noContent, contentOf(role)), caller))) return false;
  const policies = await records.find('masking_policy', { targetType: 'role', roleId: role.id, enabled: true });
  return maskKinds.every((kind) => {
    const mode = policies.find(({ field }) => field === kind)?.mode ?? 'mask';
    return clearnessOf(mode) <= clearnessOf(maskModeOf(caller, kind));
  });
}

/** Whether a data scope reaches no further than the caller's own. */
export function coversScope(caller: Caller, scope: unknown, departmentIds: unknown): boolean {
  if (caller.dataScope === 'all') return true;
  const isNarrower = widthOf(String(scope)) <= widthOf(caller.dataScope);
  return isNarrower && (scope !== 'custom' || textsOf(departmentIds).every((id) => caller.departmentIds.includes(id)));
}

/** Refuses to give or take away a role that holds what the caller does not. */
export async function checkRoles(ids: readonly string[], context: RuleContext): Promise<void> {
  for (const id of ids) {
    const role = await context.records.findOne('role', { id });
    if (role !== undefined && !(await covers(role, context)))
      throw refuseInOrganisation('E_GRANT_ROLE', { role: role.name });
  }
}

/** Refuses what would let somebody act as a person who may do more than he: setting his password, for example. */
export async function checkPerson(person: StoredRecord, action: string, context: RuleContext): Promise<void> {
  for (const id of textsOf(person.roleIds)) {
    const role = await context.records.findOne('role', { id });
    // His own scope stands in the place of his roles'.
    const { dataScope = null, customDepartmentIds } = person;
    const held = role === undefined || dataScope === null ? role : { ...role, dataScope, customDepartmentIds };
    if (held !== undefined && !(await covers(held, context)))
      throw refuseInOrganisation('E_GRANT_PERSON', { name: person.name, action });
  }
}

/** Refuses somebody outside the departments the caller reaches. */
export function checkReach(departmentId: unknown, { caller }: RuleContext): void {
  if (caller.dataScope === 'all') return;
  if (!caller.departmentIds.some((id) => id === departmentId)) throw refuseInOrganisation('E_STAFF_REACH');
}

/** The texts of a stored list. */
export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
