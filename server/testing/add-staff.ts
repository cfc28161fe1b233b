import type { Values } from '../kernel/operation/record-store.ts';
import { type TestApp, testPasswordHash } from './test-app.ts';

/** Somebody more in the company of a test; he signs in with `testPassword`. The place tells his mobile number, 0 to 9999. */
export async function addStaff(
  { records, ids }: Pick<TestApp, 'records' | 'ids'>,
  place: number,
  { account, department = 'division', ...facts }: { readonly account: string; readonly department?: string } & Values,
): Promise<string> {
  return records.insert('staff', {
    account,
    name: account,
    passwordHash: await testPasswordHash(),
    mobile: `1371234${String(place).padStart(4, '0')}`,
    departmentId: ids[department],
    roleIds: [],
    projectIds: [ids.project],
    firstLogin: false,
    receiveLeads: false,
    status: 'active',
    ...facts,
  });
}
