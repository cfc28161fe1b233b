import type { Value } from '../../contract/definition/schema.ts';
import type { LoginAnswer, MyInfoAnswer, signIn } from '../../contract/session.ts';
import { maskValue } from '../../engine/model/documents/index.ts';
import { newToken, sessionHours, tokenHash } from '../access/sessions.ts';
import { type Account, accountOf, openSession, type PeopleSource } from '../db/session-store.ts';
import { lockAfter } from '../db/sign-in-throttle.ts';
import type { Caller } from '../kernel/caller/caller.ts';
import { verifyPassword } from '../kernel/crypto/password.ts';
import type { Protection } from '../kernel/crypto/protection.ts';
import { refuse } from '../kernel/errors/app-error.ts';
import type { OpenContext } from '../kernel/operation/context.ts';
import { deviceName } from './device-name.ts';
import { knownDevice, rememberDevice } from './known-device.ts';
import { personFacts } from './person-facts.ts';
import { admitAttempt, subjectOf } from './sign-in-attempt.ts';
import { tellLocked } from './tell-locked.ts';

/**
 * Signs in with user name or mobile number, opens a session and remembers the device. One sentence for every wrong pair;
 * guesses at an account are slowed and then locked out, whether it is there or not.
 */
export async function openSignIn(
  { account, password }: Value<typeof signIn.input>,
  context: OpenContext,
): Promise<LoginAnswer> {
  const { db, protection, origin, cookies } = context;
  const subject = await subjectOf(context, account);
  const { account: found } = subject;
  const device = found === undefined ? undefined : knownDevice(cookies, found, protection);
  const attempt = await admitAttempt(db, subject, device, origin.ip);
  const matches = await verifyPassword(found?.passwordHash, password);
  if (found === undefined || !matches) {
    if (found !== undefined && attempt.kind === 'account' && attempt.count === lockAfter)
      await tellLocked(found, context);
    throw refuse('E_LOGIN');
  }
  if (found.status !== 'active' && found.status !== 'leaving') throw refuse('E_STOPPED');
  await attempt.succeed();
  const token = newToken();
  const expireAt = new Date(Date.now() + sessionHours * 3_600_000).toISOString();
  await openSession(db, {
    ...origin,
    userAgent: origin.userAgent.slice(0, 255),
    device: deviceName(origin.userAgent),
    staffId: found.id,
    tokenHash: tokenHash(token),
    expireAt,
  });
  rememberDevice(cookies, found, device, protection);
  const { id, name } = found;
  const { projects, agents } = await personFacts(context, id);
  return {
    token,
    id,
    name,
    mobile: shownMobile(found, protection),
    firstLogin: found.firstLogin ? '0' : '1',
    ...(projects === undefined ? {} : { projectlist: projects }),
    ...agents,
  };
}

/** Who the caller is, for `/v1/sys/user/my/view`. */
export async function infoOf(
  source: PeopleSource & { readonly protection: Protection },
  caller: Caller,
): Promise<MyInfoAnswer> {
  const account = await accountOf(source, caller.staffId);
  if (account === undefined) throw refuse('E_SESSION');
  const { id, name, departmentId } = account;
  const { projects, agents } = await personFacts(source, id);
  const viewer =
    caller.impersonation === undefined ? undefined : await accountOf(source, caller.impersonation.by.staffId);
  return {
    id,
    account: account.account,
    name,
    mobile: shownMobile(account, source.protection),
    ...(viewer === undefined ? {} : { viewer: { name: viewer.name, mobile: shownMobile(viewer, source.protection) } }),
    departmentId,
    ...(projects === undefined ? {} : { idNames: projects }),
    ...agents,
  };
}

function shownMobile(account: Account, protection: Protection): string {
  return account.mobile === null ? '' : maskValue('mobile', protection.decrypt(account.mobile));
}
