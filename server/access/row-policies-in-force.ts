import type { StoredPerson, StoredRole } from '../db/session-store.ts';
import type { DataScope, RowPolicy } from '../kernel/caller/caller.ts';

const scopes: readonly DataScope[] = ['self', 'custom', 'department', 'department_tree', 'all'];
const scopeNames: readonly string[] = scopes;

/** Whether it is the name of a scope. */
export function isScopeName(name: unknown): boolean {
  return scopeNames.includes(String(name));
}

/** How wide a scope is, the narrowest 0; an unknown one is the narrowest. */
export function widthOf(scope: string): number {
  return Math.max(0, scopeNames.indexOf(scope));
}

/** A scope with the departments it names itself. */
type Named = { readonly dataScope: string; readonly customDepartmentIds: readonly string[] };

/** How far a person reaches in general: as his own scope says, else as far as any of his roles. */
export function generalRowPolicy(person: StoredPerson): RowPolicy {
  const own = ownScope(person);
  return widest(own === undefined ? (person.roles ?? []).map(generalOf) : [own], person);
}

/** The entities for which his roles say otherwise. His own scope stands before all that roles say. */
export function entityRowPolicies(person: StoredPerson): ReadonlyMap<string, RowPolicy> {
  const roles = person.roles ?? [];
  if (ownScope(person) !== undefined) return new Map();
  const named = new Set(roles.flatMap((role) => (role.entityScopes ?? []).map(({ entity }) => entity)));
  return new Map(
    [...named].map((entity) => [
      entity,
      widest(
        roles.map((role) => scopeFor(role, entity)),
        person,
      ),
    ]),
  );
}

function ownScope({ dataScope, customDepartmentIds, roles }: StoredPerson): Named | undefined {
  if (dataScope === null) return undefined;
  const named = customDepartmentIds ?? (roles ?? []).flatMap((role) => role.customDepartmentIds ?? []);
  return { dataScope, customDepartmentIds: named };
}

function generalOf({ dataScope, customDepartmentIds }: StoredRole): Named {
  return { dataScope, customDepartmentIds: customDepartmentIds ?? [] };
}

function scopeFor(role: StoredRole, entity: string): Named {
  const own = role.entityScopes?.find((scope) => scope.entity === entity);
  return own === undefined
    ? generalOf(role)
    : { dataScope: own.dataScope, customDepartmentIds: own.customDepartmentIds ?? [] };
}

/** The widest of several scopes; the departments of the others are in it too. Without any it is one's own rows. */
function widest(named: readonly Named[], person: StoredPerson): RowPolicy {
  const dataScope = scopes[Math.max(0, ...named.map((one) => widthOf(one.dataScope)))] ?? 'self';
  if (dataScope === 'self' || dataScope === 'all') return { dataScope, departmentIds: [] };
  return { dataScope, departmentIds: [...new Set(named.flatMap((one) => departmentsOf(one, person)))] };
}

function departmentsOf({ dataScope, customDepartmentIds }: Named, person: StoredPerson): readonly string[] {
  switch (dataScope) {
    case 'department':
      return [person.departmentId];
    case 'department_tree':
      return person.departmentTree ?? [person.departmentId];
    case 'custom':
      return customDepartmentIds;
    default:
      return [];
  }
}
