import { normaliseMobile } from '../../engine/model/fields/index.ts';
import { type Account, findAccount, type PeopleSource } from '../db/session-store.ts';
import {
  type AttemptKind,
  forgetAttempts,
  type Reservation,
  releaseAttempt,
  reserveAttempt,
} from '../db/sign-in-throttle.ts';
import type { Protection } from '../kernel/crypto/protection.ts';
import type { Db } from '../kernel/database/db.ts';
import { refuse } from '../kernel/errors/app-error.ts';
import type { KnownDevice } from './known-device.ts';

/** Whom an attempt to sign in is about, and what it is counted by however the account was written. */
export type SignInSubject = { readonly key: string; readonly account: Account | undefined };

/**
 * The account of a user name or mobile number. It is counted by its id; one that is not there by a keyed hash of what
 * all its spellings come to, in the same way.
 */
export async function subjectOf(
  source: PeopleSource & { readonly protection: Protection },
  typed: string,
): Promise<SignInSubject> {
  const name = typed.normalize('NFKC').trim();
  const mobile = normaliseMobile(name);
  const mobileHash = mobile === undefined ? undefined : source.protection.hash(mobile);
  const account = await findAccount(source, [typed, name], mobileHash);
  const spelling = mobile ?? name.toLowerCase();
  return { key: account?.id ?? `unknown ${source.protection.hash(`sign-in ${spelling}`)}`, account };
}

/** A granted attempt: what it is counted by, and how many failures it makes if it fails. */
export type GrantedAttempt = {
  readonly kind: AttemptKind;
  readonly count: number;
  /** Takes it off again: the password was right. */
  succeed(): Promise<void>;
};

/**
 * Lets an attempt through or refuses it with `E_LOGIN_THROTTLED` or `E_LOGIN_LOCKED`. A device that signed in to the
 * account before is counted by itself: the guesses of others neither slow nor lock it, nor does the address.
 */
export async function admitAttempt(
  db: Db,
  subject: SignInSubject,
  device: KnownDevice | undefined,
  address: string,
): Promise<GrantedAttempt> {
  const kind = device === undefined ? 'account' : 'device';
  const key = device === undefined ? subject.key : `${subject.key} ${device.id}`;
  const taken = await reserveAttempt(db, kind, key);
  if (!taken.granted) throw refusalOf(taken);
  if (device === undefined) {
    const from = await reserveAttempt(db, 'address', address);
    if (!from.granted) {
      await releaseAttempt(db, kind, key);
      throw refusalOf(from);
    }
  }
  return {
    kind,
    count: taken.count,
    async succeed() {
      await forgetAttempts(db, kind, key);
      if (device === undefined) await releaseAttempt(db, 'address', address);
    },
  };
}

/** What an attempt that is not let through is answered. */
export function refusalOf({ wait, isLocked }: Extract<Reservation, { granted: false }>) {
  const detail = { expected: String(wait) };
  return isLocked
    ? refuse('E_LOGIN_LOCKED', { minutes: Math.ceil(wait / 60) }, detail)
    : refuse('E_LOGIN_THROTTLED', { expected: wait }, detail);
}
