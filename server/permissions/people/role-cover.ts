import { maskPolicies, maskPolicyOf } from '../../../engine/model/documents/index.ts';
import { clearnessOf } from '../../access/masks-in-force.ts';
import { beyond, contentOf, isNothing, noContent, wideningOf } from '../../access/role-content.ts';
import { widthOf } from '../../access/row-policies-in-force.ts';
import { type Caller, maskModeOf } from '../../kernel/caller/caller.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord } from '../../kernel/operation/record-store.ts';
import { refusePermission } from '../errors/errors.ts';

/** Whether a role gives nothing that the caller does not have himself: pages, permissions, rows and clear fields. */
export async function coversRole(role: StoredRecord, { caller, records, documents }: RuleContext): Promise<boolean> {
  if (!isNothing(beyond(wideningOf(noContent, contentOf(role)), caller))) return false;
  const policies = await records.find('masking_policy', { targetType: 'role', roleId: role.id, enabled: true });
  const policyOf = (name: string) => policies.find(({ field }) => field === name);
  return maskPolicies(documents).every((mask) => {
    const mode = (policyOf(maskPolicyOf(mask)) ?? policyOf(mask.mask))?.mode ?? 'mask';
    return clearnessOf(mode) <= clearnessOf(maskModeOf(caller, mask));
  });
}

/** Whether a data scope reaches no further than the caller's own. */
export function coversScope(caller: Caller, scope: unknown, departmentIds: unknown): boolean {
  if (caller.dataScope === 'all') return true;
  const isNarrower = widthOf(String(scope)) <= widthOf(caller.dataScope);
  return isNarrower && (scope !== 'custom' || textsOf(departmentIds).every((id) => caller.departmentIds.includes(id)));
}

/** Those of the roles that hold what the caller does not. */
export async function rolesBeyond(ids: readonly string[], context: RuleContext): Promise<readonly StoredRecord[]> {
  const held = await Promise.all(ids.map((id) => context.records.findOne('role', { id })));
  const over: StoredRecord[] = [];
  for (const role of held) if (role !== undefined && !(await coversRole(role, context))) over.push(role);
  return over;
}

/** Refuses to give or take away a role that holds what the caller does not; those that are entrusted to him are free. */
export async function checkRoles(
  ids: readonly string[],
  context: RuleContext,
  entrusted: readonly string[] = [],
): Promise<void> {
  const [over] = await rolesBeyond(
    ids.filter((id) => !entrusted.includes(id)),
    context,
  );
  if (over !== undefined) throw refusePermission('E_GRANT_ROLE', { role: over.name });
}

/** The texts of a stored list. */
export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
