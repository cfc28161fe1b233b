import { authorOf } from '../../../kernel/caller/caller.ts';
import type { RuleContext } from '../../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../../kernel/operation/record-store.ts';
import { refuseCustomer } from '../errors/errors.ts';
import { followSupervisor } from './supervisor.ts';

/** What people hold one at a time, with a history of who held it. */
export type SubjectType = 'customer' | 'study_service';

/** A change of who holds something; `to` null means a pool. */
export type OwnerChange = {
  readonly subjectType: SubjectType;
  readonly subjectId: string;
  readonly action:
    | 'assign'
    | 'claim'
    | 'transfer'
    | 'return'
    | 'auto_return'
    | 'resign_assign'
    | 'resign_return'
    | 'merge'
    | 'undo';
  readonly from: { readonly staffId: unknown; readonly departmentId: unknown };
  readonly to: { readonly staffId: string | null; readonly departmentId: string | null };
  readonly poolId?: string | null;
  readonly reason?: unknown;
};

/** Nobody: what is in a pool or was never held. */
export const nobody = { staffId: null, departmentId: null } as const;

/** Closes the live owner record and opens the next, so that the history has neither gap nor overlap. */
export async function recordOwnerChange(change: OwnerChange, context: RuleContext): Promise<void> {
  const { records, now } = context;
  const { subjectType, subjectId } = change;
  const live = await records.findOne('owner_record', { subjectType, subjectId, endedAt: null });
  if (live !== undefined) await records.update('owner_record', live.id, { endedAt: now });
  await openOwnerRecord(change, context);
}

/** Opens the owner record of what has no live one, as a new customer. */
export async function openOwnerRecord(change: OwnerChange, context: RuleContext): Promise<void> {
  const { records, now, caller } = context;
  if (change.subjectType === 'study_service') await followSupervisor(change, context);
  await records.insertLater('owner_record', {
    subjectType: change.subjectType,
    subjectId: change.subjectId,
    action: change.action,
    fromStaffId: change.from.staffId ?? null,
    fromDeptId: change.from.departmentId ?? null,
    toStaffId: change.to.staffId,
    toDeptId: change.to.departmentId,
    poolId: change.poolId ?? null,
    reason: change.reason ?? null,
    operatorId: authorOf(caller),
    startedAt: now,
  });
}

/** The colleague who shall receive something; must be at work and hold one of its projects. */
export async function receiverOf(input: Values, projectIds: unknown, context: RuleContext): Promise<StoredRecord> {
  const id = typeof input.staffId === 'string' ? input.staffId : '';
  const staff = await context.records.findOne('staff', { id });
  if (staff === undefined || staff.status !== 'active') throw refuseCustomer('E_STAFF_UNAVAILABLE');
  const held = idsOf(staff.projectIds);
  const wanted = idsOf(projectIds);
  if (wanted.length > 0 && !wanted.some((project) => held.includes(project)))
    throw refuseCustomer('E_STAFF_PROJECT', { name: staff.name });
  return staff;
}

/** A list of ids from a stored value. */
export function idsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
