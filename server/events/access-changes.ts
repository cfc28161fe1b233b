import { insertEvent, insertEventForHolders, insertEventForMasked } from '../db/event-store.ts';
import { staffOfSession } from '../db/session-store.ts';
import type { Db } from '../kernel/database/db.ts';

/** A change of a stored row: which fields it may have changed, or that the row was removed. */
export type RowChange = {
  readonly entity: string;
  readonly id: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly isRemoved: boolean;
};

/** What a person may see and do, or how his pages count working days, hangs on these fields of the platform's own entities; a change elsewhere tells nobody. */
const watched: Readonly<Record<string, ReadonlySet<string>>> = {
  staff: new Set(['roleIds', 'dataScope', 'customDepartmentIds', 'departmentId', 'projectIds', 'status']),
  role: new Set([
    'menus',
    'permissions',
    'entityScopes',
    'projectIds',
    'dataScope',
    'customDepartmentIds',
    'enabled',
    'exportLimit',
  ]),
  department: new Set(['parentId', 'path', 'enabled']),
  masking_policy: new Set([
    'targetId',
    'mode',
    'revealDailyLimit',
    'lookupMinuteLimit',
    'lookupDailyLimit',
    'callOnly',
    'enabled',
    'effectiveFrom',
    'effectiveTo',
  ]),
  menu: new Set(['name', 'parentName', 'title', 'icon', 'hidden', 'keepAlive', 'sortNo', 'enabled']),
  login_session: new Set(['revokedAt']),
  holiday: new Set(['day', 'kind']),
};

/** Whether somebody is told of changes of an entity's rows. */
export function isToldOf(entity: string): boolean {
  return watched[entity] !== undefined || entity === 'notification';
}

const atWork: readonly unknown[] = ['active', 'leaving'];

/**
 * Tells the people concerned that what they may see and do has changed, in the transaction that changes it. It only
 * hurries: whether or not anybody listens, the next request reads everything anew.
 */
export async function publishAccessChange(change: RowChange, db: Db): Promise<void> {
  const keys = Object.keys(change.values).filter((key) => watched[change.entity]?.has(key) === true);
  if (watched[change.entity] === undefined || (keys.length === 0 && !change.isRemoved)) return;
  const { entity, id } = change;
  const access = { topic: 'access', data: { entity } };
  if (entity === 'holiday') await insertEvent(db, { topic: 'holiday', staffId: null, data: {} });
  else if (entity === 'role') await insertEventForHolders(db, id, access);
  else if (entity === 'masking_policy') await insertEventForMasked(db, id, access);
  else if (entity === 'department' || entity === 'menu') await insertEvent(db, { ...access, staffId: null });
  else if (entity === 'login_session') await publishSessionEnd(id, String(change.values.revokeReason ?? ''), db);
  else if (change.isRemoved || (keys.includes('status') && !atWork.includes(change.values.status)))
    await insertEvent(db, { topic: 'session', staffId: id, data: { reason: 'disable' } });
  else await insertEvent(db, { ...access, staffId: id });
}

/** Tells the people a masking policy is about that it has begun or ended. */
export async function publishMaskPeriod(policyId: string, db: Db): Promise<void> {
  await insertEventForMasked(db, policyId, { topic: 'access', data: { entity: 'masking_policy' } });
}

/** Tells the person of a session that it has ended: signed out, replaced, or ended by an administrator. */
export async function publishSessionEnd(sessionId: string, reason: string, db: Db): Promise<void> {
  const staffId = await staffOfSession(db, sessionId);
  if (staffId !== undefined) await insertEvent(db, { topic: 'session', staffId, data: { sessionId, reason } });
}
