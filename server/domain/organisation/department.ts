import type { DomainRules, RuleContext } from '../../operations/domain-rules.ts';
import type { StoredRecord, Values } from '../../operations/record-store.ts';
import { atWork, isAtWork } from './at-work.ts';
import { refuseInOrganisation } from './errors.ts';
import { checkDepartment } from './places.ts';

/** Rules of departments: none is taken away from below people or from above other departments that are in use. */
export const departmentRules: DomainRules = {
  entity: 'department',

  async beforeCreate(values, context) {
    await checkDepartment(values.parentId, context);
    await checkLeader(values, context);
    return {};
  },

  async beforeModify(record, changes, context) {
    if (changes.enabled === false && record.enabled === true) await refuseInUse(record, '停用', context);
    const isMoved = Object.hasOwn(changes, 'parentId') && changes.parentId !== record.parentId;
    const isEnabled = changes.enabled === true && record.enabled !== true;
    if (isMoved || isEnabled) await checkDepartment(isMoved ? changes.parentId : record.parentId, context);
    await checkLeader(changes, context);
    return {};
  },

  beforeDelete: (record, context) => refuseInUse(record, '删除', context),
};

async function refuseInUse(record: StoredRecord, action: string, { records }: RuleContext): Promise<void> {
  const { id, name } = record;
  const below = await records.count('department', { parentId: id, enabled: true });
  const people = await records.count('staff', { departmentId: id, status: atWork });
  const what = [below > 0 ? `${below} 个启用的下级部门` : '', people > 0 ? `${people} 名在职员工` : ''];
  if (below + people > 0)
    throw refuseInOrganisation('E_DEPARTMENT_IN_USE', { name, action, what: what.filter(Boolean).join('、') });
}

async function checkLeader({ leaderId }: Values, { records }: RuleContext): Promise<void> {
  if (typeof leaderId !== 'string') return;
  const leader = await records.findOne('staff', { id: leaderId });
  if (!isAtWork(leader?.status)) throw refuseInOrganisation('E_DEPARTMENT_LEADER', { name: leader?.name ?? '' });
}
