import type { DocumentSet } from '../../../../engine/model/documents/index.ts';
import type { LoadedRow } from '../../../db/load/table-writer.ts';
import { shippedPolicies, shippedScopes } from '../../../seed/shipped-role.ts';
import { demoId } from '../values/demo-ids.ts';
import { departmentPlans } from '../values/departments.ts';
import { Random } from '../values/random.ts';

type Add = (entity: string, row: LoadedRow) => void;
type Base = () => { readonly id: string; readonly createdAt: number; readonly createdBy: null };

/** Writes the roles of the documents with what they see of masked fields; answers their ids by code. */
export function addRoles(documents: DocumentSet, base: Base, founded: number, add: Add): ReadonlyMap<string, string> {
  // Of their own, so that whatever else the company has stays as it is with more or fewer of them.
  const random = new Random(7);
  const policy = () => ({ id: demoId(founded, random), createdAt: founded, createdBy: null });
  const lateRandom = new Random(2027);
  const lateRole = () => ({ id: demoId(founded, lateRandom), createdAt: founded, createdBy: null });
  const lateOnly = rolesOfLate();
  return new Map(
    [...documents.roles.values()].map((role) => {
      const row = {
        ...(lateOnly.has(role.code) ? lateRole() : base()),
        code: role.code,
        name: role.title,
        dataScope: role.dataScope,
        menus: JSON.stringify(role.menus),
        permissions: JSON.stringify(role.permissions),
        entityScopes: JSON.stringify(shippedScopes(role)),
        builtIn: true,
        enabled: true,
      };
      add('role', row);
      for (const shown of shippedPolicies(role, row.id)) add('masking_policy', { ...policy(), ...shown });
      return [role.code, row.id];
    }),
  );
}

/** Roles of those alone who are hired late: drawn by the chance of their own, like whoever holds them. */
function rolesOfLate(): ReadonlySet<string> {
  const plans = departmentPlans(0);
  const early = plans.flatMap(({ accounts = [], colleagues = {} }) => [
    ...accounts.map(({ role }) => role),
    ...Object.keys(colleagues),
  ]);
  return new Set(
    plans.flatMap(({ late = [] }) => late.map(({ role }) => role)).filter((role) => !early.includes(role)),
  );
}
