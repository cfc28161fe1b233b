import type { Value } from '../../contract/definition/schema.ts';
import type { changePassword } from '../../contract/session.ts';
import {
  type NewPasswordFault,
  newPasswordFault,
  type OldPasswordFault,
  oldPasswordFault,
} from '../../engine/model/record/index.ts';
import { accountOf, shortenSession } from '../db/session-store.ts';
import { forgetAttemptsOf, reserveAttempt } from '../db/sign-in-throttle.ts';
import { hashPassword, verifyPassword } from '../kernel/crypto/password.ts';
import { refuse } from '../kernel/errors/app-error.ts';
import { type CallContext, modelOf } from '../kernel/operation/context.ts';
import { mutate } from '../records/change/mutate.ts';
import { logChange } from '../records/log/operation-log.ts';
import { endOtherSessions } from './end-session.ts';
import { refusalOf } from './sign-in-attempt.ts';

/** The refusal that each rule of the shared password rules comes out as. */
const refusals = {
  'old.required': 'E_PASSWORD_OLD_REQUIRED',
  'old.min': 'E_PASSWORD_OLD_MIN',
  'new.required': 'E_PASSWORD_REQUIRED',
  'new.max': 'E_PASSWORD_MAX',
  'new.min': 'E_PASSWORD_MIN',
  'new.start': 'E_PASSWORD_START',
  'new.compose': 'E_PASSWORD_COMPOSE',
  'new.same': 'E_PASSWORD_SAME',
} as const satisfies Record<OldPasswordFault | NewPasswordFault, string>;

/** Seconds that the session lives in which the password was changed: whoever has its token too has no more. */
const farewell = 60;

/**
 * Gives the caller a new password, `{password, newPassword}`: the rules of the form, the old one right, and all his
 * other sessions over. The one he calls from has a minute left to say so and sign out. Guessing the old one is slowed like signing in.
 */
export async function givePassword(
  { password = '', newPassword = '' }: Value<typeof changePassword.input>,
  context: CallContext,
): Promise<null> {
  const { caller } = context;
  const fault = oldPasswordFault(password) ?? newPasswordFault(newPassword, password);
  if (fault !== undefined) throw refuse(refusals[fault]);
  await checkOldPassword(password, context);
  const passwordHash = await hashPassword(newPassword);
  const entity = modelOf(context.documents, 'staff');
  // The key of a repeated call would keep a digest of both passwords.
  await mutate('staff.password', {}, { ...context, idempotencyKey: undefined }, async (inside) => {
    const { records, now } = inside;
    await records.update('staff', caller.staffId, { passwordHash, firstLogin: false, passwordChangedAt: now });
    await endOtherSessions(inside.db, caller, 'password');
    await shortenSession(inside.db, caller.sessionId, farewell);
    await forgetAttemptsOf(inside.db, caller.staffId);
    await logChange({ entity, id: caller.staffId, action: 'password', title: '修改密码' }, inside);
  });
  return null;
}

async function checkOldPassword(password: string, { caller, db, documents }: CallContext): Promise<void> {
  // Guesses at the old password are counted apart from those at signing in.
  const attempt = await reserveAttempt(db, 'password', caller.staffId);
  if (!attempt.granted) throw refusalOf(attempt);
  const account = await accountOf({ db, documents }, caller.staffId);
  // None is longer, and hashing an endless text would take its time.
  if (password.length <= 128 && (await verifyPassword(account?.passwordHash, password))) return;
  throw refuse('E_PASSWORD_WRONG');
}
