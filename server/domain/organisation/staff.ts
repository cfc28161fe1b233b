import { formatMessage, type Message } from '../../../engine/model/texts/index.ts';
import { endSessionsOf } from '../../account/end-session.ts';
import { forgetAttemptsOf } from '../../db/sign-in-throttle.ts';
import { generatedPassword } from '../../kernel/crypto/generated-password.ts';
import { hashPassword } from '../../kernel/crypto/password.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import type { DomainRules, RuleContext, TransitionRules } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { checkAct, checkRowPolicy } from '../../permissions/people/act-on-person.ts';
import { keepAnAdministrator } from '../../permissions/people/administrators.ts';
import { checkMasksOfPlace } from '../../permissions/people/department-masks.ts';
import { entrustedRoles } from '../../permissions/people/entrusted-roles.ts';
import { checkRoles, textsOf } from '../../permissions/people/role-cover.ts';
import { organisationText } from '../../texts/domain/organisation-text.ts';
import { openHandover } from '../customer/index.ts';
import { isAtWork } from './at-work.ts';
import { checkChange, isOther } from './change-acts.ts';
import { refuseInOrganisation } from './errors.ts';
import { checkProjects, checkScope } from './grants.ts';
import { finishLeave } from './leave.ts';
import { checkDepartment, checkVacancy } from './places.ts';
import { checkSeats, setSeat, tellSeats } from './seats.ts';

/**
 * Rules of the people who use the product: nobody does anything to himself or to who may more, nobody gives more than he
 * has but what comes with a job, a job has places, a password is told once to whoever made it, who is stopped is out at
 * once, and one administrator always stays.
 */
export const staffRules: DomainRules = {
  entity: 'staff',

  async beforeCreate(values, context) {
    checkRowPolicy(values.departmentId, context);
    await checkDepartment(values.departmentId, context);
    await checkMasksOfPlace({ from: [], to: await departmentsFrom(values.departmentId, context) }, context);
    await checkVacancy(values.jobId, context);
    const roleIds = await withRolesOfJob(values, context);
    refuseWithoutRole(roleIds);
    await checkRoles(roleIds, context, await entrustedRoles(values.jobId, context));
    checkScope(values, {}, context);
    checkProjects(textsOf(values.projectIds), context);
    await checkSeats(undefined, values, context);
    return { roleIds, ...(await newPassword(values.account, organisationText('staff.firstPassword'), context)) };
  },

  async beforeModify(record, changes, context) {
    checkRowPolicy(record.departmentId, context);
    await checkChange(record, changes, context);
    if (changes.leaderId === record.id) throw refuseInOrganisation('E_STAFF_LEADER');
    if (isOther(record, changes, 'departmentId')) await checkMove(record, changes.departmentId, context);
    if (isOther(record, changes, 'jobId') && isAtWork(record.status)) await checkVacancy(changes.jobId, context);
    if (Object.hasOwn(changes, 'roleIds')) await checkOtherRoles(record, changes, context);
    checkScope(changes, record, context);
    if (Object.hasOwn(changes, 'projectIds'))
      checkProjects(different(textsOf(record.projectIds), textsOf(changes.projectIds)), context);
    return checkSeats(record, changes, context);
  },

  async afterModify(record, changes, context) {
    await tellSeats(record, changes, context);
    if (Object.hasOwn(changes, 'roleIds')) await keepAnAdministrator(context);
  },

  async beforeDelete(record, context) {
    await checkAct(record, { name: organisationText('staff.act.delete'), grade: 'access' }, context);
    await keepAnAdministrator(context, record.id);
  },

  transitions: {
    disable: {
      check: (record, _, context) =>
        checkAct(record, { name: organisationText('staff.act.disable'), grade: 'employment' }, context),
      after: stopped,
    },
    enable: {
      async check(record, _, context) {
        await checkAct(record, { name: organisationText('staff.act.enable'), grade: 'employment' }, context);
        await checkDepartment(record.departmentId, context);
        await checkVacancy(record.jobId, context);
      },
    },
    leave: {
      check: (record, _, context) =>
        checkAct(record, { name: organisationText('staff.act.leave'), grade: 'employment' }, context),
      async after(record, input, context) {
        await keepAnAdministrator(context);
        await openHandover(record, input.leaveDate, context);
      },
    },
    finishLeave: { ...finishLeave, after: both(finishLeave.after, stopped) },
    cancelLeave: {
      check: (record, _, context) =>
        checkAct(record, { name: organisationText('staff.act.cancelLeave'), grade: 'employment' }, context),
    },
  },

  actions: { resetPassword, kick, setSeat },
};

type After = NonNullable<TransitionRules['after']>;

function both(one: TransitionRules['after'], other: After): After {
  return async (...parameters) => {
    await one?.(...parameters);
    await other(...parameters);
  };
}

/** Who is stopped has no session any more, and is not the last who can help. */
async function stopped(record: StoredRecord, _: Values, context: RuleContext): Promise<void> {
  await endSessionsOf(context.db, record.id, 'disable');
  await keepAnAdministrator(context);
}

/** A new password for somebody else, told once; all his sessions end and he changes it when he signs in. */
async function resetPassword(record: StoredRecord, _: Values, context: RuleContext): Promise<Values> {
  await checkAct(record, { name: organisationText('staff.act.resetPassword'), grade: 'access' }, context);
  const values = await newPassword(record.account, organisationText('staff.newPassword'), context);
  await context.records.update('staff', record.id, values);
  await forgetAttemptsOf(context.db, record.id);
  await endSessionsOf(context.db, record.id, 'password');
  return { id: record.id };
}

/** Ends every session of somebody else. */
async function kick(record: StoredRecord, _: Values, context: RuleContext): Promise<Values> {
  await checkAct(record, { name: organisationText('staff.act.kick'), grade: 'employment' }, context);
  return { id: record.id, ended: await endSessionsOf(context.db, record.id, 'kick') };
}

async function newPassword(account: unknown, title: Message, { tell, now }: RuleContext): Promise<Values> {
  const password = generatedPassword();
  tell?.({ title: formatMessage(organisationText('staff.signInName')), value: String(account) });
  tell?.({ title: formatMessage(title), value: password });
  return { passwordHash: await hashPassword(password), firstLogin: true, passwordChangedAt: now };
}

/** The roles given and those that come with the job. */
async function withRolesOfJob({ roleIds, jobId }: Values, { records }: RuleContext): Promise<readonly string[]> {
  const job = typeof jobId === 'string' ? await records.findOne('job', { id: jobId }) : undefined;
  return [...new Set([...textsOf(roleIds), ...textsOf(job?.defaultRoleIds)])];
}

/** Another department that takes people, within reach, and that shows him no more than the caller sees. */
async function checkMove(record: StoredRecord, departmentId: unknown, context: RuleContext): Promise<void> {
  checkRowPolicy(departmentId, context);
  await checkDepartment(departmentId, context);
  const [from, to] = await Promise.all([
    departmentsFrom(record.departmentId, context),
    departmentsFrom(departmentId, context),
  ]);
  await checkMasksOfPlace({ from, to }, context);
}

/** Roles he is given or loses must be the caller's to give, or come with the job he is on or with that he is put on. */
async function checkOtherRoles(record: StoredRecord, changes: Values, context: RuleContext): Promise<void> {
  const before = await entrustedRoles(record.jobId, context);
  const after = isOther(record, changes, 'jobId') ? await entrustedRoles(changes.jobId, context) : before;
  const [was, is] = [textsOf(record.roleIds), textsOf(changes.roleIds)];
  if (was.length > 0) refuseWithoutRole(is);
  await checkRoles(
    was.filter((id) => !is.includes(id)),
    context,
    before,
  );
  await checkRoles(
    is.filter((id) => !was.includes(id)),
    context,
    after,
  );
}

/** Who is to sign in must have a role; it may come with his job. */
function refuseWithoutRole(roleIds: readonly string[]): void {
  if (roleIds.length > 0) return;
  throw invalidInput([
    {
      code: 'E_INPUT_REQUIRED',
      pointer: '/roleIds',
      title: formatMessage(organisationText('staff.role')),
      act: 'choose',
    },
  ]);
}

/** A department and all above it. */
async function departmentsFrom(id: unknown, { records }: RuleContext): Promise<readonly string[]> {
  return typeof id === 'string' ? records.upFrom('department', id) : [];
}

/** What is in one of the lists only. */
function different(before: readonly string[], after: readonly string[]): readonly string[] {
  return [...before.filter((id) => !after.includes(id)), ...after.filter((id) => !before.includes(id))];
}
