import type { RoleDocument } from '../../engine/model/documents/index.ts';
import type { Values } from '../kernel/operation/record-store.ts';

/** The scopes of single entities of a shipped role, as they are stored. */
export function shippedScopes({ entityScopes = [] }: RoleDocument): readonly Values[] {
  return entityScopes.map(({ key, dataScope }) => ({ entity: key, dataScope }));
}

/** The masking policies of a shipped role; what is said nowhere is masked. */
export function shippedPolicies({ title, fields = [] }: RoleDocument, roleId: string): readonly Values[] {
  return fields.map(({ key, mode, revealDailyLimit, callOnly }) => ({
    targetType: 'role',
    targetId: roleId,
    targetName: title,
    roleId,
    field: key,
    mode,
    revealDailyLimit: revealDailyLimit ?? 50,
    lookupMinuteLimit: 20,
    lookupDailyLimit: 200,
    callOnly: callOnly ?? false,
    enabled: true,
  }));
}
