import type { Fault } from '../../../engine/model/faults/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { covers } from '../../access/covers.ts';
import { newToken, tokenHash, type ViewTarget, viewedCaller } from '../../access/sessions.ts';
import { endSession } from '../../account/end-session.ts';
import { openImpersonation } from '../../db/session-store.ts';
import type { Caller } from '../../kernel/caller/caller.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { mutate } from '../../records/change/mutate.ts';
import { logChange } from '../../records/log/operation-log.ts';
import { permissionText } from '../../texts/access/permission-text.ts';
import { refusePermission } from '../errors/errors.ts';

/** A session of its own in which the product is looked at as another. */
type BegunImpersonation = ViewTarget & { readonly token: string; readonly name: string; readonly since: string };

/** Whom an input is about: one person or one role. */
export function targetOf({ staffId, roleId }: Values): ViewTarget {
  if (typeof staffId === 'string' && (roleId ?? null) === null) return { kind: 'staff', id: staffId };
  if (typeof roleId === 'string' && (staffId ?? null) === null) return { kind: 'role', id: roleId };
  const fault: Fault = {
    code: 'E_INPUT_CHOICE',
    pointer: '/staffId',
    title: formatMessage(permissionText('permission.identity')),
    expected: formatMessage(permissionText('permission.identity.one')),
  };
  throw invalidInput([fault]);
}

/** What somebody may see and do just now, for one who may do all that himself. */
export async function coveredCaller(target: ViewTarget, context: CallContext): Promise<Caller> {
  const viewed = await viewedCaller(context, context.caller, target);
  if (viewed === undefined) throw refusePermission('E_VIEW_GONE');
  if (!covers(context.caller, viewed, context.documents))
    throw refusePermission('E_VIEW_BEYOND', { name: viewed.impersonation?.name });
  return viewed;
}

/**
 * Opens a session that reads as a person or a role does, beside the caller's own and as long as that at most. The answer
 * is kept nowhere: it holds the token.
 */
export async function beginImpersonation(input: Values, context: CallContext): Promise<BegunImpersonation> {
  const target = targetOf(input);
  const viewed = await coveredCaller(target, context);
  const name = viewed.impersonation?.name ?? '';
  const token = newToken();
  return mutate('role.viewAs', input, { ...context, idempotencyKey: undefined }, async (inside) => {
    const { kind, id } = target;
    await openImpersonation(inside.db, {
      openedFromId: context.caller.sessionId,
      tokenHash: tokenHash(token),
      viewStaffId: kind === 'staff' ? id : null,
      viewRoleId: kind === 'role' ? id : null,
    });
    const entity = modelOf(inside.documents, kind);
    await logChange({ entity, id, action: 'viewAs', title: `开始以“${name}”的身份查看` }, inside);
    return { ...target, token, name, since: context.now };
  });
}

/** Ends the session it is called from, which must be one of looking as another. */
export async function endImpersonation(_: Values, context: CallContext): Promise<null> {
  const { caller, documents } = context;
  return mutate('role.viewEnd', {}, { ...context, idempotencyKey: undefined }, async (inside) => {
    const session = await inside.records.findOne('login_session', { id: caller.sessionId });
    const kind = typeof session?.viewStaffId === 'string' ? 'staff' : 'role';
    const id = session?.viewStaffId ?? session?.viewRoleId;
    if (typeof id !== 'string') throw refuse('E_NOT_FOUND');
    await endSession(inside.db, caller.sessionId, 'logout');
    const name = String((await inside.records.findOne(kind, { id }))?.name ?? '');
    const entity = modelOf(documents, kind);
    await logChange({ entity, id, action: 'viewEnd', title: `结束以“${name}”的身份查看` }, inside);
    return null;
  });
}
