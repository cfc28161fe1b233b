import { afterAll, beforeAll } from 'vitest';
import type { Envelope } from '../../engine/model/wire/index.ts';
import { startTestApp, type TestApp, testPasswordHash } from '../testing/test-app.ts';

export let world: TestApp;

/** Starts a company whose roles are changed before the tests of a file; ends it after. */
export function startRoleCompany(): void {
  beforeAll(async () => {
    world = await startTestApp();
    made['role:keeper'] = await addRole('keeper', {
      dataScope: 'department',
      menus: ['alllist', 'menuManagement'],
      permissions: ['role:*', 'masking_policy:*', 'menu:*', 'staff:query', 'customer:query', 'customer:get'],
    });
    await addStaff('keeper', ['role:keeper']);
  }, 60_000);
  afterAll(() => world.close());
}

/** Ids of roles and people these tests made. */
export const made: Record<string, string> = {};

export const idOf = (name: string) => made[name] ?? world.ids[name] ?? '';

export async function addRole(code: string, values: object): Promise<string> {
  const row = { code, name: code, builtIn: false, enabled: true, entityScopes: [], ...values };
  return world.records.insert('role', row);
}

export async function addStaff(account: string, roles: readonly string[]): Promise<void> {
  made[account] = await world.records.insert('staff', {
    account,
    name: account,
    passwordHash: await testPasswordHash(),
    mobile: `137${String(Object.keys(made).length).padStart(8, '0')}`,
    departmentId: idOf('group1'),
    roleIds: roles.map(idOf),
    projectIds: [idOf('project')],
    firstLogin: false,
    receiveLeads: false,
    status: 'active',
  });
}

export type Changed = { readonly id: string; readonly version: number };

type Refusal = { readonly error: { readonly code: string } };

export const codeOf = (answer: Envelope<unknown>) =>
  (answer.data as Partial<Refusal> | null)?.error?.code ?? answer.code;
