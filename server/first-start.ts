import type { DocumentSet } from '../engine/model/index.ts';
import { hashPassword } from './access/password.ts';
import type { Protection } from './access/protection.ts';
import type { Session } from './db/connect.ts';
import { readablePassword } from './kept-secrets.ts';
import { RecordStore } from './operations/record-store.ts';

/** The account production begins with; its password is shown once and must be changed. */
export type FirstAccount = { readonly account: string; readonly password: string };

/**
 * Fills an empty production database with what nobody could sign in without: the shipped roles, a top
 * department and one administrator. Answers undefined where there are roles already.
 */
export async function fillFirstStart(
  db: Session,
  documents: DocumentSet,
  protection: Protection,
): Promise<FirstAccount | undefined> {
  const records = new RecordStore({ documents, db, protection }, { staffId: null, now: new Date().toISOString() });
  if ((await records.count('role', {})) > 0) return undefined;
  const roleIds = await insertShippedRoles(records, documents);
  const departmentId = await records.insert('department', {
    code: 'company',
    name: '公司',
    path: '/company/',
    kind: 'company',
    function: 'operation',
    enabled: true,
  });
  const password = readablePassword();
  await records.insert('staff', {
    account: 'admin',
    name: '管理员',
    passwordHash: await hashPassword(password),
    // Everyone has a number; the administrator gives his own when he first edits his account.
    mobile: '10000000000',
    departmentId,
    roleIds: [roleIds.get('admin')],
    firstLogin: true,
    receiveLeads: false,
    status: 'active',
  });
  return { account: 'admin', password };
}

/** Puts the shipped default roles into the table; answers their ids by code. */
export async function insertShippedRoles(
  records: RecordStore,
  documents: DocumentSet,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const { code, title, dataScope, menus, permissions, fields } of documents.roles.values()) {
    const row = {
      code,
      name: title,
      dataScope,
      menus,
      permissions,
      fieldPolicies: fields ?? [],
      builtIn: true,
      enabled: true,
    };
    ids.set(code, await records.insert('role', row));
  }
  return ids;
}
