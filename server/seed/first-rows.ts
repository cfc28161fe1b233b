import type { RoleDocument } from '../../engine/model/documents/index.ts';
import { hashPassword } from '../kernel/crypto/password.ts';
import { atDocument, whileAtDocument } from '../kernel/errors/document-fault.ts';
import { modelOf } from '../kernel/operation/context.ts';
import type { RuleContext } from '../kernel/operation/domain-rules.ts';
import type { Values } from '../kernel/operation/record-store.ts';
import { applyInsert, numbersFor } from '../records/change/write-row.ts';
import { shippedPolicies, shippedScopes } from './shipped-role.ts';

/** Inserts a row the server brings itself: defaults, numbers and places in trees as always, the domain's rules not. */
export async function insertFirstRow(entityName: string, values: Values, context: RuleContext): Promise<string> {
  const entity = modelOf(context.documents, entityName);
  const numbers = await numbersFor(entity, context);
  const { id } = await applyInsert(entity, values, numbers, context, new Map());
  return id;
}

/** Puts the shipped default roles into the table, and how each sees masked fields into that of masking policies; answers their ids by code. */
export async function insertShippedRoles(context: RuleContext): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const role of context.documents.roles.values()) {
    const place = { kind: 'role', name: role.code, pointer: '' } as const;
    ids.set(role.code, await whileAtDocument(place, () => insertShippedRole(role, context)));
  }
  return ids;
}

async function insertShippedRole(role: RoleDocument, context: RuleContext): Promise<string> {
  const { code, title, dataScope, menus, permissions } = role;
  const longest = modelOf(context.documents, 'role').fields.get('name')?.maxLength ?? Number.POSITIVE_INFINITY;
  atDocument({ kind: 'role', name: code, pointer: '/title' }, () => {
    if (title.length > longest) throw new RangeError(`名称最多 ${longest} 个字，实际 ${title.length} 个`);
  });
  const entityScopes = shippedScopes(role);
  const row = { code, name: title, dataScope, entityScopes, menus, permissions, builtIn: true };
  const id = await insertFirstRow('role', row, context);
  for (const policy of shippedPolicies(role, id)) await insertFirstRow('masking_policy', policy, context);
  return id;
}

/** The one department of a company nobody has described yet. */
export function insertTopDepartment(context: RuleContext): Promise<string> {
  return insertFirstRow('department', { code: 'company', name: '公司' }, context);
}

/** An account to be made. */
export type NewAccount = {
  readonly account: string;
  readonly name: string;
  readonly password: string;
  readonly departmentId: string;
  readonly roleId: string | undefined;
  /** Numbers the accounts the server makes: everyone has a mobile number of his own. */
  readonly place: number;
  /** Whether the password is to be changed at the first sign-in. */
  readonly firstLogin: boolean;
};

/** Makes an account; its holder gives his own number when he first edits it. */
export async function insertAccount(account: NewAccount, context: RuleContext): Promise<string> {
  const row = {
    account: account.account,
    name: account.name,
    passwordHash: await hashPassword(account.password),
    mobile: String(10_000_000_000 + account.place),
    departmentId: account.departmentId,
    roleIds: account.roleId === undefined ? [] : [account.roleId],
    firstLogin: account.firstLogin,
  };
  return insertFirstRow('staff', row, context);
}
