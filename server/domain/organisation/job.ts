import type { DomainRules } from '../../kernel/operation/domain-rules.ts';
import { checkRoles, textsOf } from '../../permissions/people/role-cover.ts';
import { refuseInOrganisation } from './errors.ts';
import { checkDepartment, countOnJob } from './places.ts';

/** Rules of jobs: places for everybody who has them, and no roles that whoever writes them could not give himself. */
export const jobRules: DomainRules = {
  entity: 'job',

  async beforeCreate(values, context) {
    await checkDepartment(values.departmentId, context);
    await checkRoles(textsOf(values.defaultRoleIds), context);
    return {};
  },

  async beforeModify(record, changes, context) {
    if (typeof changes.headcount === 'number') {
      const active = await countOnJob(record.id, context);
      if (changes.headcount < active) throw refuseInOrganisation('E_JOB_HEADCOUNT', { active });
    }
    if (changes.departmentId !== record.departmentId) await checkDepartment(changes.departmentId, context);
    if (Object.hasOwn(changes, 'defaultRoleIds')) {
      const before = textsOf(record.defaultRoleIds);
      const after = textsOf(changes.defaultRoleIds);
      // Taking one away takes it from everybody who is engaged from now on.
      const other = [...after.filter((id) => !before.includes(id)), ...before.filter((id) => !after.includes(id))];
      await checkRoles(other, context);
    }
    return {};
  },

  async beforeDelete(record, context) {
    const active = await countOnJob(record.id, context);
    if (active > 0) throw refuseInOrganisation('E_JOB_IN_USE', { name: record.name, active });
  },
};
