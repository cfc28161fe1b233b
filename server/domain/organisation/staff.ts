import { endSessionsOf } from '../../access/end-session.ts';
import { generatedPassword } from '../../access/generated-password.ts';
import { hashPassword } from '../../access/password.ts';
import type { DomainRules, RuleContext, TransitionRules } from '../../operations/domain-rules.ts';
import type { StoredRecord, Values } from '../../operations/record-store.ts';
import { keepAnAdministrator } from '../../permissions/administrators.ts';
import { openHandover } from '../customer/index.ts';
import { isAtWork } from './at-work.ts';
import { refuseInOrganisation } from './errors.ts';
import { checkPerson, checkReach, checkRoles, coversScope, textsOf } from './grants.ts';
import { finishLeave } from './leave.ts';
import { checkDepartment, checkVacancy } from './places.ts';
import { checkSeats, setSeat, tellSeats } from './seats.ts';

/**
 * Rules of the people who use the product: nobody gives more than he has or anything to himself, a job has places, a
 * password is told once to whoever made it, who is stopped is out at once, and one administrator always stays.
 */
export const staffRules: DomainRules = {
  entity: 'staff',

  async beforeCreate(values, context) {
    checkReach(values.departmentId, context);
    await checkDepartment(values.departmentId, context);
    await checkVacancy(values.jobId, context);
    const roleIds = await withRolesOfJob(values, context);
    await checkRoles(roleIds, context);
    checkScope(values, {}, context);
    checkProjects(textsOf(values.projectIds), context);
    await checkSeats(undefined, values, context);
    return { roleIds, ...(await newPassword(values.account, '初始密码', context)) };
  },

  async beforeModify(record, changes, context) {
    checkReach(record.departmentId, context);
    refuseOwnGrants(record, changes, context);
    if (changes.leaderId === record.id) throw refuseInOrganisation('E_STAFF_LEADER');
    if (isOther(record, changes, 'departmentId')) {
      checkReach(changes.departmentId, context);
      await checkDepartment(changes.departmentId, context);
    }
    if (isOther(record, changes, 'jobId') && isAtWork(record.status)) await checkVacancy(changes.jobId, context);
    if (Object.hasOwn(changes, 'roleIds'))
      await checkRoles(different(textsOf(record.roleIds), textsOf(changes.roleIds)), context);
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
    refuseOneself(record, '删除', context);
    await checkTarget(record, '删除', context);
    await keepAnAdministrator(context, record.id);
  },

  transitions: {
    disable: {
      check: async (record, _, context) => checkTarget(record, '停用', context),
      after: stopped,
    },
    enable: {
      async check(record, _, context) {
        checkReach(record.departmentId, context);
        await checkDepartment(record.departmentId, context);
        await checkVacancy(record.jobId, context);
      },
    },
    leave: {
      check: async (record, _, context) => checkReach(record.departmentId, context),
      async after(record, input, context) {
        await keepAnAdministrator(context);
        await openHandover(record, input.leaveDate, context);
      },
    },
    finishLeave: { ...finishLeave, after: both(finishLeave.after, stopped) },
    cancelLeave: {
      check: async (record, _, context) => checkReach(record.departmentId, context),
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

/** Refuses what is done to a person out of the caller's reach, or to one who may do more than he. */
async function checkTarget(record: StoredRecord, action: string, context: RuleContext): Promise<void> {
  checkReach(record.departmentId, context);
  await checkPerson(record, action, context);
}

/** A new password for somebody else, told once; all his sessions end and he changes it when he signs in. */
async function resetPassword(record: StoredRecord, _: Values, context: RuleContext): Promise<Values> {
  refuseOneself(record, '重置', context);
  await checkTarget(record, '重置密码', context);
  const values = await newPassword(record.account, '新密码', context);
  await context.records.update('staff', record.id, values);
  await endSessionsOf(context.db, record.id, 'password');
  return { id: record.id };
}

/** Ends every session of somebody else. */
async function kick(record: StoredRecord, _: Values, context: RuleContext): Promise<Values> {
  refuseOneself(record, '强制下线', context);
  await checkTarget(record, '强制下线', context);
  return { id: record.id, ended: await endSessionsOf(context.db, record.id, 'kick') };
}

async function newPassword(account: unknown, title: string, { tell, now }: RuleContext): Promise<Values> {
  const password = generatedPassword();
  tell?.({ title: '登录账号', value: String(account) });
  tell?.({ title, value: password });
  return { passwordHash: await hashPassword(password), firstLogin: true, passwordChangedAt: now };
}

/** The roles given and those that come with the job. */
async function withRolesOfJob({ roleIds, jobId }: Values, { records }: RuleContext): Promise<readonly string[]> {
  const job = typeof jobId === 'string' ? await records.findOne('job', { id: jobId }) : undefined;
  return [...new Set([...textsOf(roleIds), ...textsOf(job?.defaultRoleIds)])];
}

const ownGrants = {
  roleIds: '角色',
  dataScope: '数据范围',
  customDepartmentIds: '自定义部门',
  projectIds: '负责项目',
} as const;

function refuseOwnGrants(record: StoredRecord, changes: Values, { caller }: RuleContext): void {
  if (record.id !== caller.staffId) return;
  for (const [key, what] of Object.entries(ownGrants))
    if (isOther(record, changes, key)) throw refuseInOrganisation('E_STAFF_OWN_GRANTS', { what });
}

function refuseOneself({ id }: StoredRecord, action: string, { caller }: RuleContext): void {
  if (id === caller.staffId) throw refuseInOrganisation('E_STAFF_OWN', { action });
}

/** Refuses a scope wider than the caller's own; without one of his own somebody has that of his roles. */
function checkScope(changes: Values, record: Values, { caller }: RuleContext): void {
  if (!Object.hasOwn(changes, 'dataScope') && !Object.hasOwn(changes, 'customDepartmentIds')) return;
  const { dataScope = null, customDepartmentIds } = { ...record, ...changes };
  if (dataScope !== null && !coversScope(caller, dataScope, customDepartmentIds))
    throw refuseInOrganisation('E_GRANT_SCOPE');
}

function checkProjects(ids: readonly string[], { caller }: RuleContext): void {
  if (caller.dataScope === 'all') return;
  if (ids.some((id) => !caller.projectIds.includes(id))) throw refuseInOrganisation('E_GRANT_PROJECT');
}

function isOther(record: Values, changes: Values, key: string): boolean {
  return Object.hasOwn(changes, key) && JSON.stringify(changes[key] ?? null) !== JSON.stringify(record[key] ?? null);
}

/** What is in one of the lists only. */
function different(before: readonly string[], after: readonly string[]): readonly string[] {
  return [...before.filter((id) => !after.includes(id)), ...after.filter((id) => !before.includes(id))];
}
