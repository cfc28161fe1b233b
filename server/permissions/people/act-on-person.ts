import { maskPolicies } from '../../../engine/model/documents/index.ts';
import type { Message } from '../../../engine/model/texts/index.ts';
import { covers } from '../../access/covers.ts';
import { clearnessOf } from '../../access/masks-in-force.ts';
import { standingOf } from '../../access/sessions.ts';
import { type Caller, maskModeOf, maskSourceOf } from '../../kernel/caller/caller.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord } from '../../kernel/operation/record-store.ts';
import { refusePermission } from '../errors/errors.ts';
import { entrustedRoles } from './entrusted-roles.ts';
import { coversScope, rolesBeyond, textsOf } from './role-cover.ts';

/**
 * How far an act goes. By `access` somebody could come to stand in the person's place, or the person to see more: sign-in
 * names, passwords, roles, scopes, masks. `employment` places him, stops him and lets him go: who may engage people for
 * his job does that too, as long as the person holds nothing beyond what came with the job. `succession` deals with what
 * somebody who was lawfully let go leaves behind.
 */
export type ActGrade = 'access' | 'employment' | 'succession';

/** What is done to a person, in a word that follows 不能: 停用, 重置密码. */
export type PersonalAct = { readonly name: string | Message; readonly grade: ActGrade };

/**
 * The one rule of everything that is done to a person: nobody does it to himself, to anybody outside his reach, or to
 * somebody who may see or do more than he. Refused with `E_STAFF_OWN`, `E_STAFF_REACH` or `E_GRANT_PERSON`.
 */
export async function checkAct(
  person: StoredRecord,
  { name, grade }: PersonalAct,
  context: RuleContext,
): Promise<void> {
  if (person.id === context.caller.staffId) throw refusePermission('E_STAFF_OWN', { action: name });
  checkRowPolicy(person.departmentId, context);
  if (grade === 'succession' || (await mayActOn(person, grade, context))) return;
  throw refusePermission('E_GRANT_PERSON', { name: person.name, action: name });
}

/** Refuses somebody outside the departments the caller reaches. */
export function checkRowPolicy(departmentId: unknown, { caller }: Pick<RuleContext, 'caller'>): void {
  if (caller.dataScope === 'all') return;
  if (!caller.departmentIds.some((id) => id === departmentId)) throw refusePermission('E_STAFF_REACH');
}

async function mayActOn(person: StoredRecord, grade: ActGrade, context: RuleContext): Promise<boolean> {
  const { caller } = context;
  // Who may do everything may also show himself everything.
  if (caller.grants.has('*')) return true;
  await context.records.settle();
  const standing = await standingOf(context, person.id);
  if (standing !== undefined && covers(caller, standing, context.documents)) return true;
  return grade === 'employment' && (await isEntrusted(person, standing, context));
}

/** Whether what a person holds beyond the caller came with his job, and nothing else of his goes beyond the caller. */
async function isEntrusted(person: StoredRecord, standing: Caller | undefined, context: RuleContext): Promise<boolean> {
  const entrusted = await entrustedRoles(person.jobId, context);
  const over = await rolesBeyond(textsOf(person.roleIds), context);
  if (over.length === 0 || !over.every(({ id }) => entrusted.includes(id))) return false;
  const { dataScope = null, customDepartmentIds } = person;
  if (dataScope !== null && !coversScope(context.caller, dataScope, customDepartmentIds)) return false;
  return (
    standing === undefined ||
    maskPolicies(context.documents).every(
      (mask) =>
        maskSourceOf(standing, mask) !== 'staff' ||
        clearnessOf(maskModeOf(standing, mask)) <= clearnessOf(maskModeOf(context.caller, mask)),
    )
  );
}
