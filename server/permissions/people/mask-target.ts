import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { permissionText } from '../../texts/access/permission-text.ts';
import { refusePermission } from '../errors/errors.ts';
import { checkAct, type PersonalAct } from './act-on-person.ts';
import { checkPeopleBelow } from './people-below.ts';
import { checkRoles, textsOf } from './role-cover.ts';

const act: PersonalAct = { name: permissionText('permission.act.mask'), grade: 'access' };

/**
 * Writing, changing or deleting a masking policy is an act on everybody it is about: the person, the people of the
 * department and those below it, or whoever holds the role.
 */
export async function checkMaskTarget(policy: Values, context: RuleContext): Promise<void> {
  const { caller, records } = context;
  // Who may do everything may show himself everything: one administrator alone must be able to.
  if (caller.grants.has('*')) return;
  if (typeof policy.staffId === 'string') {
    const person = await records.findOne('staff', { id: policy.staffId });
    if (person !== undefined) await checkAct(person, act, context);
  } else if (typeof policy.departmentId === 'string') await checkPeopleBelow(policy.departmentId, act, context);
  else if (typeof policy.roleId === 'string') {
    const own = await records.findOne('staff', { id: caller.staffId });
    if (textsOf(own?.roleIds).includes(policy.roleId))
      throw refusePermission('E_STAFF_OWN_GRANTS', { what: permissionText('permission.masking') });
    await checkRoles([policy.roleId], context);
  }
}
