import { createHash, randomBytes } from 'node:crypto';
import { isGranted } from '../../engine/model/access/index.ts';
import { KeyedCache, memoizeByIdentity } from '../../engine/model/cache/index.ts';
import type { WorkCalendar } from '../../engine/model/time/index.ts';
import { calendarTold } from '../db/holiday-store.ts';
import {
  type PeopleSource,
  readHolder,
  readPerson,
  readSession,
  type SessionSource,
  type Standing,
  type StoredPerson,
  type StoredSession,
} from '../db/session-store.ts';
import type { Caller, LookupLimits } from '../kernel/caller/caller.ts';
import { refuse } from '../kernel/errors/app-error.ts';
import { covers } from './covers.ts';
import { masksInForce } from './masks-in-force.ts';
import { entityRowPolicies, generalRowPolicy } from './row-policies-in-force.ts';

/** How long a session lasts without signing in again. */
export const sessionHours = 12;

/** A new token: 256 random bits, url-safe. Only its hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The form in which a token is stored. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Who calls, with the days worked and the version of the pages as told when the call came. */
export type SignedIn = {
  readonly caller: Caller;
  readonly calendar: WorkCalendar;
  readonly designed: string | null;
};

/**
 * Who a token stands for just now. Unknown, expired or replaced sessions answer 1002, stopped accounts 1003. Who has still
 * to change the password he was given is refused with `E_PASSWORD_FIRST`, but for what is `openBeforeChange`. `onSent` is
 * told when the database has been asked.
 */
export async function signedInBy(
  source: SessionSource,
  token: string | undefined,
  ip: string,
  openBeforeChange = false,
  onSent?: () => void,
): Promise<SignedIn> {
  if (token === undefined || token.length > 200) throw refuse('E_SESSION');
  return signedIn(source, await readSession(source, { tokenHash: tokenHash(token) }, onSent), ip, openBeforeChange);
}

/** Who a session stands for just now, for an address that was signed for it; refused as `signedInBy` would. */
export async function signedInTo(source: SessionSource, sessionId: string, ip: string): Promise<SignedIn> {
  return signedIn(source, await readSession(source, { sessionId }), ip);
}

async function signedIn(
  source: SessionSource,
  session: StoredSession | undefined,
  ip: string,
  openBeforeChange = false,
): Promise<SignedIn> {
  const caller = await callerIn(source, session, ip, openBeforeChange);
  return {
    caller,
    calendar: calendarTold(session?.standing.holidays ?? ''),
    designed: session?.designed ?? null,
  };
}

async function callerIn(
  source: PeopleSource,
  session: StoredSession | undefined,
  ip: string,
  openBeforeChange: boolean,
): Promise<Caller> {
  if (session === undefined) throw refuse('E_SESSION');
  const { standing } = session;
  if (standing.status !== 'active' && standing.status !== 'leaving') throw refuse('E_STOPPED');
  if (session.revokedAt !== null)
    throw refuse(session.revokeReason === 'kick' || session.revokeReason === 'disable' ? 'E_STOPPED' : 'E_SESSION');
  if (Date.parse(session.expireAt) <= Date.now()) throw refuse('E_SESSION');
  const own = callersOf(standing).of(`${session.sessionId} ${ip}`, () =>
    toCaller(source, personOf(standing.person), session.sessionId, ip),
  );
  if (own.mustChangePassword === true && !openBeforeChange) throw refuse('E_PASSWORD_FIRST');
  const target = targetOf(session);
  if (target === undefined) return own;
  const viewed = await viewedCaller(source, own, target);
  // What somebody looks as, he may look as at this moment, or no more.
  if (viewed === undefined || !isGranted(own.grants, viewPermission) || !covers(own, viewed, source.documents))
    throw refuse('E_VIEW_OVER');
  return viewed;
}

/** The key of looking as another. */
export const viewPermission = 'role:view_as';

/** Whom somebody looks as: a person, or whoever holds a role and nothing else. */
export type ViewTarget = { readonly kind: 'staff' | 'role'; readonly id: string };

function targetOf({ viewStaffId, viewRoleId }: StoredSession): ViewTarget | undefined {
  if (viewStaffId !== null) return { kind: 'staff', id: viewStaffId };
  return viewRoleId === null ? undefined : { kind: 'role', id: viewRoleId };
}

/**
 * Whom somebody looks as, with the reach, masks, menu and permissions that has just now: a person as he is; a role as
 * whoever held it alone would be in the department and with the projects of him who looks. Undefined where the person is
 * not at work, or the role not in force.
 */
export async function viewedCaller(
  source: PeopleSource,
  own: Caller,
  { kind, id }: ViewTarget,
): Promise<Caller | undefined> {
  const text = kind === 'staff' ? await readPerson(source, id) : await readHolder(source, own.staffId, id);
  if (text === undefined) return undefined;
  const person = personOf(text);
  const role = (person.roles ?? [])[0];
  if (kind === 'role' ? role === undefined : person.status !== 'active' && person.status !== 'leaving')
    return undefined;
  const name = kind === 'role' ? (role?.name ?? '') : person.name;
  const words = `${kind} ${id} ${text}`;
  return viewedBy(own).of(words, () => ({
    ...toCaller(source, person, own.sessionId, own.ip),
    impersonation: { kind, id, name, by: own },
  }));
}

/** Whom a caller looked as last: the same object while the same is told of both. */
const viewedBy = memoizeByIdentity((_own: Caller) => new KeyedCache<Caller>({ max: 2 }));

/** What a person may see and do, or could if he were at work just now; undefined where there is no such person. */
export async function standingOf(source: PeopleSource, staffId: string): Promise<Caller | undefined> {
  const text = await readPerson(source, staffId);
  return text === undefined ? undefined : toCaller(source, personOf(text), '', '');
}

/** What a person may see and do just now, for work he started; a stopped account answers 1003. */
export async function callerOfStaff(source: PeopleSource, staffId: string, ip: string): Promise<Caller> {
  const text = await readPerson(source, staffId);
  const person = text === undefined ? undefined : personOf(text);
  if (person === undefined || (person.status !== 'active' && person.status !== 'leaving')) throw refuse('E_STOPPED');
  return toCaller(source, person, '', ip);
}

/** Callers by session and address: what follows from where a person stands is worked out once. */
const callersOf = memoizeByIdentity((_standing: Standing) => new KeyedCache<Caller>({ max: 20 }));

function personOf(text: string): StoredPerson {
  return JSON.parse(text);
}

function toCaller({ documents }: PeopleSource, session: StoredPerson, sessionId: string, ip: string): Caller {
  const roles = session.roles ?? [];
  const masks = [...masksInForce(session, documents)];
  return {
    sessionId,
    staffId: session.staffId,
    name: session.name,
    departmentId: session.departmentId,
    ...generalRowPolicy(session),
    entityRowPolicies: entityRowPolicies(session),
    projectIds: [...new Set([...(session.projectIds ?? []), ...roles.flatMap((role) => role.projectIds ?? [])])],
    roles: roles.map(({ code }) => code).sort(),
    grants: new Set(roles.flatMap((role) => role.permissions ?? [])),
    menus: new Set(roles.flatMap((role) => role.menus ?? [])),
    maskModes: new Map(masks.map(([policy, { mode }]) => [policy, mode])),
    maskSources: new Map(masks.map(([policy, { source }]) => [policy, source])),
    revealLimits: new Map(
      masks.flatMap(([policy, { limit }]): readonly [string, number][] =>
        limit === undefined ? [] : [[policy, limit]],
      ),
    ),
    lookupLimits: new Map(
      masks.flatMap(([policy, { lookups }]): readonly [string, LookupLimits][] =>
        lookups === undefined ? [] : [[policy, lookups]],
      ),
    ),
    callOnly: new Set(masks.flatMap(([policy, { callOnly }]) => (callOnly ? [policy] : []))),
    ip,
    ...(session.firstLogin ? { mustChangePassword: true } : {}),
  };
}
