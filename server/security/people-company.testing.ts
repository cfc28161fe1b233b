import { afterAll, beforeAll } from 'vitest';
import type { Values } from '../kernel/operation/record-store.ts';
import { addStaff } from '../testing/add-staff.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

export let company: TestApp;

/** Starts a company with people of every reach before the tests of a file; ends it after. */
export function startPeopleCompany(): void {
  beforeAll(async () => {
    company = await startTestApp();
    const { records } = company;
    Object.assign(ids, company.ids);
    const permissions = [
      'staff',
      'department',
      'job',
      'masking_policy',
      'login_session',
      'handover_batch',
      'import_batch',
    ]
      .map((entity) => `${entity}:*`)
      .concat('role:query');
    for (const [code, dataScope] of [
      [delegate, 'all'],
      [local, 'department'],
    ] as const)
      ids[`role:${code}`] = await records.insert('role', {
        code,
        name: code,
        dataScope,
        menus: ['authority', 'personnelOrganization'],
        permissions,
        builtIn: false,
        enabled: true,
      });
    ids.clear = await records.insert('department', { code: 'clear', name: '看得清', path: '/clear/', ...unit });
    ids.dim = await records.insert('department', { code: 'dim', name: '看不见', path: '/dim/', ...unit });
    ids.team = await records.insert('department', {
      ...{ code: 'team', name: '小队', path: '/division/team/', parentId: ids.division },
      ...unit,
    });
    ids.dimmed = await records.insert('department', {
      ...{ code: 'dimmed', name: '看不见的小队', path: '/dim/dimmed/', parentId: ids.dim },
      ...unit,
    });
    // Whoever deletes a mask must see what is under it.
    await company.records.insert('masking_policy', {
      ...{ targetType: 'role', targetId: id(`role:${delegate}`), roleId: id(`role:${delegate}`), targetName: delegate },
      ...{ field: 'wechat', mode: 'plain', revealDailyLimit: 50, callOnly: false, enabled: true },
    });
    await policyAbout('clear', 'idcard', 'plain');
    await policyAbout('dim', 'idcard', 'hidden');
    ids.hr = await addStaff(company, 1, { account: 'hr', department: 'promotion', roleIds: [ids['role:hr']] });
    ids[delegate] = await addStaff(company, 2, {
      ...{ account: delegate, department: 'promotion', roleIds: [ids[`role:${delegate}`]] },
    });
    ids[local] = await addStaff(company, 3, {
      ...{ account: local, department: 'group2', roleIds: [ids[`role:${local}`]] },
    });
    ids.friend = await addStaff(company, 4, { account: 'friend', department: 'group2' });
    ids.job = await addJob('engaged', ['role:sales']);
  }, 60_000);
  afterAll(() => company.close());
}

/** Ids by name: those of the company, and of what is added here. */
export const ids: Record<string, string> = {};

/** Somebody to whom every act on people is given, and who holds nothing else; and the same for one department. */
export const delegate = 'delegate';

export const local = 'local';

const unit = { kind: 'group', function: 'business', enabled: true };

const policyAbout = (department: string, field: string, mode: string) =>
  company.records.insert('masking_policy', {
    ...{ targetType: 'department', targetId: id(department), departmentId: id(department), targetName: department },
    ...{ field, mode, revealDailyLimit: 50, callOnly: false, enabled: true },
  });

export const addJob = (code: string, roles: readonly string[]) =>
  company.records.insert('job', {
    ...{ code, name: code, departmentId: id('division'), level: 'staff', headcount: 50, enabled: true },
    defaultRoleIds: roles.map(id),
  });

export const id = (name: string) => ids[name] ?? '';

export const codeOf = (answer: { readonly code: string; readonly data: unknown }) =>
  answer.code === '0' ? '0' : (/"code":"(E_[A-Z_]+)"/.exec(JSON.stringify(answer.data))?.[1] ?? answer.code);

export const ask = async (account: string, path: string, body: Values) =>
  codeOf(await company.call(account, path, body));

export const person = async (name: string): Promise<Values> =>
  (await company.records.findOne('staff', { id: id(name) })) ?? {};

export const versionOf = async (entity: string, rowId: string) =>
  (await company.records.findOne(entity, { id: rowId }))?.version;

export const modify = async (account: string, name: string, changes: Values) =>
  ask(account, '/v1/sys/user/modify', { id: id(name), version: await versionOf('staff', id(name)), ...changes });

/** People as they were before anything was done to them. */
export const own = new Map<string, Values>();
