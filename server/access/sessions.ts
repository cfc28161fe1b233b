import { createHash, randomBytes } from 'node:crypto';
import type { MaskKind } from '../../engine/model/index.ts';
import {
  type PeopleSource,
  readPerson,
  readSession,
  type StoredPerson,
  type StoredSession,
} from '../db/session-store.ts';
import { refuse } from '../http/app-error.ts';
import type { Caller } from './caller.ts';
import { masksInForce } from './masks-in-force.ts';
import { entityReach, generalReach } from './reach-in-force.ts';

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

/** Who a token stands for just now. Unknown, expired or replaced sessions answer 1002, stopped accounts 1003. */
export async function callerOf(source: PeopleSource, token: string | undefined, ip: string): Promise<Caller> {
  if (token === undefined || token.length > 200) throw refuse('E_SESSION');
  return callerIn(await readSession(source, { tokenHash: tokenHash(token) }), ip);
}

/** Who a session stands for just now, for an address that was signed for it; refused as `callerOf` would. */
export async function callerOfSession(source: PeopleSource, sessionId: string, ip: string): Promise<Caller> {
  return callerIn(await readSession(source, { sessionId }), ip);
}

function callerIn(session: StoredSession | undefined, ip: string): Caller {
  if (session === undefined) throw refuse('E_SESSION');
  if (session.status !== 'active' && session.status !== 'leaving') throw refuse('E_STOPPED');
  if (session.revokedAt !== null)
    throw refuse(session.revokeReason === 'kick' || session.revokeReason === 'disable' ? 'E_STOPPED' : 'E_SESSION');
  if (Date.parse(session.expireAt) <= Date.now()) throw refuse('E_SESSION');
  return keptCaller(session, ip);
}

/** What a person may see and do just now, for work he started; a stopped account answers 1003. */
export async function callerOfStaff(source: PeopleSource, staffId: string, ip: string): Promise<Caller> {
  const text = await readPerson(source, staffId);
  const person = text === undefined ? undefined : personOf(text);
  if (person === undefined || (person.status !== 'active' && person.status !== 'leaving')) throw refuse('E_STOPPED');
  return toCaller(person, '', ip);
}

const mostCallers = 1000;
const callers = new Map<string, Caller>();

/**
 * The caller a session stands for. What follows from the very words in which the database tells of a person is worked
 * out once: any change to him, his roles or his departments makes other words.
 */
function keptCaller({ sessionId, person }: StoredSession, ip: string): Caller {
  const key = `${sessionId} ${ip} ${person}`;
  const known = callers.get(key);
  if (known !== undefined) return known;
  const caller = toCaller(personOf(person), sessionId, ip);
  if (callers.size >= mostCallers) callers.clear();
  callers.set(key, caller);
  return caller;
}

function personOf(text: string): StoredPerson {
  return JSON.parse(text);
}

function toCaller(session: StoredPerson, sessionId: string, ip: string): Caller {
  const roles = session.roles ?? [];
  const masks = [...masksInForce(session)];
  return {
    sessionId,
    staffId: session.staffId,
    name: session.name,
    departmentId: session.departmentId,
    ...generalReach(session),
    entityReach: entityReach(session),
    projectIds: [...new Set([...(session.projectIds ?? []), ...roles.flatMap((role) => role.projectIds ?? [])])],
    grants: new Set(roles.flatMap((role) => role.permissions ?? [])),
    menus: new Set(roles.flatMap((role) => role.menus ?? [])),
    maskModes: new Map(masks.map(([kind, { mode }]) => [kind, mode])),
    maskSources: new Map(masks.map(([kind, { source }]) => [kind, source])),
    revealLimits: new Map(
      masks.flatMap(([kind, { limit }]): readonly [MaskKind, number][] => (limit === undefined ? [] : [[kind, limit]])),
    ),
    callOnly: new Set(masks.flatMap(([kind, { callOnly }]) => (callOnly ? [kind] : []))),
    ip,
  };
}
