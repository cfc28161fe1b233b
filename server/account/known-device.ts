import { createHash, timingSafeEqual } from 'node:crypto';
import type { Account } from '../db/session-store.ts';
import type { Cookies } from '../kernel/caller/cookies.ts';
import { drawnRandom } from '../kernel/crypto/drawn-random.ts';
import type { Protection } from '../kernel/crypto/protection.ts';

/** A browser that signed in to this account before, as its cookie proves. */
export type KnownDevice = { readonly id: string };

type Owner = Pick<Account, 'id' | 'passwordHash'>;
type Signing = Pick<Protection, 'sign'>;

const loginPath = '/v1/sys/user/login';
const days = 180;
const form = /^([\w-]{22})[.]([\w-]{43})$/;

/**
 * The device a sign-in comes from, where it signed in to the account before. The cookie is one of the account: a device
 * of one person is none of another. It holds until the password changes.
 */
export function knownDevice(cookies: Cookies, owner: Owner, protection: Signing): KnownDevice | undefined {
  const [, id = '', signature = ''] = form.exec(cookies.get(nameFor(owner)) ?? '') ?? [];
  if (id === '') return undefined;
  const expected = Buffer.from(signatureOf(id, owner, protection));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given) ? { id } : undefined;
}

/** Remembers the device as one that signed in to the account; one that is known keeps its number. */
export function rememberDevice(
  cookies: Cookies,
  owner: Owner,
  known: KnownDevice | undefined,
  protection: Signing,
): void {
  const id = known?.id ?? drawnRandom(16).toString('base64url');
  const value = `${id}.${signatureOf(id, owner, protection)}`;
  cookies.set({ name: nameFor(owner), value, path: loginPath, seconds: days * 86_400 });
}

/** Several people of one browser each have a cookie; its name does not tell whose. */
function nameFor({ id }: Owner): string {
  return `device-${digest(`device ${id}`).slice(0, 16)}`;
}

// With another password, the signature is another.
function signatureOf(deviceId: string, { id, passwordHash }: Owner, { sign }: Signing): string {
  return sign(`device\n${deviceId}\n${id}\n${digest(passwordHash)}`);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
