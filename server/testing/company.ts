import { hash } from '@node-rs/argon2';
import type { RuleContext } from '../kernel/operation/domain-rules.ts';
import type { RecordStore } from '../kernel/operation/record-store.ts';
import { insertShippedRoles } from '../seed/first-rows.ts';

/** Password of every test account. */
export const testPassword = 'test-Pass1';

const hashed = hash(testPassword, { memoryCost: 64, timeCost: 1, parallelism: 1 });

/**
 * Its hash as accounts of tests have it: checked as any other, by what it says of itself, at a hundredth of the work. What
 * the product makes of passwords it is given stays as dear as it is.
 */
export const testPasswordHash = (): Promise<string> => hashed;

/** Ids of rows by the names that tests call them by. */
export type CompanyIds = Readonly<Record<string, string>>;

const departments: readonly (readonly [code: string, path: string, parent: string | null])[] = [
  ['division', '/division/', null],
  ['group1', '/division/group1/', 'division'],
  ['group2', '/division/group2/', 'division'],
  ['promotion', '/promotion/', null],
];

const staff: readonly (readonly [account: string, role: string, department: string])[] = [
  ['admin', 'admin', 'division'],
  ['manager', 'manager', 'division'],
  ['group_leader', 'group_leader', 'group1'],
  ['sales', 'sales', 'group1'],
  ['sales2', 'sales', 'group1'],
  ['sales3', 'sales', 'group2'],
  ['promoter', 'promoter', 'promotion'],
];

const poolLimits = {
  claimDailyLimit: 10,
  claimBatchLimit: 5,
  holdLimit: 200,
  dealCountsInHold: false,
  noFollowDays: 7,
  noDealDays: 30,
  protectHours: 24,
  prevOwnerCooldownDays: 3,
  notifyBeforeDays: 1,
  workDaysOnly: false,
};

/** The rows of a small company: roles, departments, a project, a channel, a pool and staff; answers their ids. */
export async function fillCompany(context: RuleContext): Promise<CompanyIds> {
  const { records } = context;
  const ids: Record<string, string> = {};
  for (const [code, id] of await insertShippedRoles(context)) ids[`role:${code}`] = id;
  await fillDepartments(records, ids);
  const itemTypeId = await records.insert('project_item_type', { code: 'exam', name: '考试', enabled: true });
  const project = { code: 'law_exam', name: '法律职业资格', itemTypeId, enabled: true };
  ids.project = await records.insert('project', project);
  ids.channel = await records.insert('channel', { code: 'sem', name: '搜索推广', kind: 'sem', enabled: true });
  const pool = { name: '业务公海', kind: 'business', memberDepartmentIds: [ids.division], enabled: true };
  ids.pool = await records.insert('pool', { ...pool, ...poolLimits });
  await fillStaff(records, ids);
  return ids;
}

async function fillDepartments(records: RecordStore, ids: Record<string, string>): Promise<void> {
  for (const [code, path, parent] of departments) {
    const parentId = parent === null ? null : (ids[parent] ?? null);
    const kinds = { kind: 'group', function: 'business', enabled: true };
    ids[code] = await records.insert('department', { code, name: code, parentId, path, ...kinds });
  }
}

async function fillStaff(records: RecordStore, ids: Record<string, string>): Promise<void> {
  const passwordHash = await testPasswordHash();
  for (const [index, [account, role, department]] of staff.entries())
    ids[account] = await records.insert('staff', {
      account,
      name: account,
      passwordHash,
      mobile: `1390000000${index}`,
      departmentId: ids[department],
      roleIds: [ids[`role:${role}`]],
      projectIds: [ids.project],
      firstLogin: false,
      receiveLeads: true,
      status: 'active',
    });
}
