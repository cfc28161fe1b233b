import type { Message } from '../../../engine/model/texts/index.ts';
import type { DomainRules, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { checkRowPolicy } from '../../permissions/people/act-on-person.ts';
import { checkMasksOfPlace, isOtherPlace } from '../../permissions/people/department-masks.ts';
import { checkPeopleBelow } from '../../permissions/people/people-below.ts';
import { commonText } from '../../texts/common-text.ts';
import { organisationText } from '../../texts/domain/organisation-text.ts';
import { atWork, isAtWork } from './at-work.ts';
import { refuseInOrganisation } from './errors.ts';
import { checkDepartment } from './places.ts';

/**
 * Rules of departments: none is taken away from below people or from above other departments that are in use, and moving
 * one is, where that changes what its people see, an act on each of them.
 */
export const departmentRules: DomainRules = {
  entity: 'department',

  async beforeCreate(values, context) {
    await checkDepartment(values.parentId, context);
    await checkLeader(values, context);
    return {};
  },

  async beforeModify(record, changes, context) {
    if (changes.enabled === false && record.enabled === true)
      await refuseInUse(record, organisationText('department.act.disable'), context);
    const isMoved = Object.hasOwn(changes, 'parentId') && changes.parentId !== record.parentId;
    const isEnabled = changes.enabled === true && record.enabled !== true;
    if (isMoved) await checkMove(record, changes.parentId, context);
    if (isMoved || isEnabled) await checkDepartment(isMoved ? changes.parentId : record.parentId, context);
    await checkLeader(changes, context);
    return {};
  },

  beforeDelete: (record, context) => refuseInUse(record, organisationText('department.act.delete'), context),
};

/** From and to departments within reach; its people come below the policies of other departments, as if each were moved. */
async function checkMove(record: StoredRecord, parentId: unknown, context: RuleContext): Promise<void> {
  for (const id of [record.id, record.parentId, parentId]) checkRowPolicy(id, context);
  const [from, to] = await Promise.all([above(record.parentId, context), above(parentId, context)]);
  if (!(await isOtherPlace({ from, to }, context))) return;
  await checkMasksOfPlace({ from, to }, context);
  if (context.caller.grants.has('*')) return;
  await checkPeopleBelow(record.id, { name: organisationText('staff.act.move'), grade: 'employment' }, context);
}

async function above(id: unknown, { records }: RuleContext): Promise<readonly string[]> {
  return typeof id === 'string' ? records.upFrom('department', id) : [];
}

async function refuseInUse(record: StoredRecord, action: Message, { records }: RuleContext): Promise<void> {
  const { id, name } = record;
  const below = await records.count('department', { parentId: id, enabled: true });
  const people = await records.count('staff', { departmentId: id, status: atWork });
  const what = [
    ...(below > 0 ? [organisationText('department.below', { below })] : []),
    ...(people > 0 ? [organisationText('department.people', { people })] : []),
  ];
  if (below + people > 0)
    throw refuseInOrganisation('E_DEPARTMENT_IN_USE', {
      name,
      action,
      what: commonText('common.list', { list: what }),
    });
}

async function checkLeader({ leaderId }: Values, { records }: RuleContext): Promise<void> {
  if (typeof leaderId !== 'string') return;
  const leader = await records.findOne('staff', { id: leaderId });
  if (!isAtWork(leader?.status)) throw refuseInOrganisation('E_DEPARTMENT_LEADER', { name: leader?.name ?? '' });
}
