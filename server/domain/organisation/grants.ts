import type { Caller } from '../../kernel/caller/caller.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { coversScope } from '../../permissions/people/role-cover.ts';
import { refuseInOrganisation } from './errors.ts';

/** Refuses a scope wider than the caller's own; without one of his own somebody has that of his roles. */
export function checkScope(changes: Values, record: Values, { caller }: RuleContext): void {
  if (!Object.hasOwn(changes, 'dataScope') && !Object.hasOwn(changes, 'customDepartmentIds')) return;
  const { dataScope = null, customDepartmentIds } = { ...record, ...changes };
  if (dataScope !== null && !coversScope(caller, dataScope, customDepartmentIds))
    throw refuseInOrganisation('E_GRANT_SCOPE');
}

/** Refuses projects that are not the caller's own. */
export function checkProjects(ids: readonly string[], { caller }: { readonly caller: Caller }): void {
  if (caller.dataScope === 'all') return;
  if (ids.some((id) => !caller.projectIds.includes(id))) throw refuseInOrganisation('E_GRANT_PROJECT');
}
