import { type DocumentSet, maskPolicies } from '../../engine/model/documents/index.ts';
import { type Caller, maskModeOf, type RowPolicy, rowPolicyOf } from '../kernel/caller/caller.ts';
import { clearnessOf } from './masks-in-force.ts';
import { beyond, isNothing, noContent, wideningOf } from './role-content.ts';

/** Whether one caller may see and do all that another may: pages, permissions, rows, projects and clear fields. */
export function covers(own: Caller, other: Caller, documents: Pick<DocumentSet, 'entities'>): boolean {
  const entities = [...new Set([...entitiesOf(own), ...entitiesOf(other)])];
  const content = {
    menus: [...other.menus],
    permissions: [...other.grants],
    ...scopeOf(other),
    entityScopes: entities.map((entity) => ({ entity, ...scopeOf(rowPolicyOf(other, entity)) })),
    projectIds: other.projectIds,
  };
  const isAsClear = maskPolicies(documents).every(
    (mask) => clearnessOf(maskModeOf(other, mask)) <= clearnessOf(maskModeOf(own, mask)),
  );
  const seesPeopleOf = (policy: RowPolicy, otherPolicy: RowPolicy) =>
    coversDepartments(policy, departmentsOf(own, other, otherPolicy));
  return (
    isAsClear &&
    isNothing(beyond(wideningOf(noContent, content), own)) &&
    seesPeopleOf(own, other) &&
    entities.every((entity) => seesPeopleOf(rowPolicyOf(own, entity), rowPolicyOf(other, entity)))
  );
}

function entitiesOf({ entityRowPolicies }: Caller): readonly string[] {
  return [...(entityRowPolicies?.keys() ?? [])];
}

function scopeOf({ dataScope, departmentIds }: RowPolicy) {
  return { dataScope, customDepartmentIds: departmentIds };
}

/** Departments whose people's rows the other sees; somebody else's own rows are those of his department. */
function departmentsOf(own: Caller, other: Caller, { departmentIds }: RowPolicy): readonly string[] {
  return other.staffId === own.staffId ? departmentIds : [...departmentIds, other.departmentId];
}

function coversDepartments({ dataScope, departmentIds }: RowPolicy, wanted: readonly string[]): boolean {
  return dataScope === 'all' || wanted.every((id) => departmentIds.includes(id));
}
