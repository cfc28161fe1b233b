import { kindsOfPeopleBelow } from '../../db/people/people-below.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import { refusePermission } from '../errors/errors.ts';
import { checkAct, checkRowPolicy, type PersonalAct } from './act-on-person.ts';

/** Refuses what is done to a whole department to who could not do it to each of its people, or is one of them. */
export async function checkPeopleBelow(departmentId: string, act: PersonalAct, context: RuleContext): Promise<void> {
  const { caller, db, records } = context;
  checkRowPolicy(departmentId, context);
  if ((await records.upFrom('department', caller.departmentId)).includes(departmentId))
    throw refusePermission('E_STAFF_OWN', { action: act.name });
  // Of people who hold and see the same, one is asked about.
  for (const id of await kindsOfPeopleBelow(db, departmentId)) {
    const person = await records.findOne('staff', { id });
    if (person !== undefined) await checkAct(person, act, context);
  }
}
