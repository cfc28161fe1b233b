import type { StoredRecord, Values } from '../../../kernel/operation/record-store.ts';
import { idsOf } from './ownership.ts';
import { type Pooled, returnPoolId } from './pool.ts';

/** Customers, in the pools of the business. */
export const pooledCustomers: Pooled = {
  entity: 'customer',
  kind: 'business',
  owner: 'ownerId',
  department: 'ownerDeptId',
  held: { ownState: 'owned' },
  settled: { stage: 'deal' },
  projectsOf: (record) => idsOf(record.intentionProjectIds),
  heldBy: async ({ departmentId }, record, context) => ({
    ownerDeptId: departmentId,
    returnPoolId: await returnPoolId(departmentId, record.intentionProjectIds, context),
  }),
  was: customerWas,
};

/** Since when whoever holds a customer again holds him, or held him last before he came into the pool. */
export function customerWas(past: readonly StoredRecord[]): Values {
  const holding = past.find(({ toStaffId }) => toStaffId !== null);
  return {
    assignedAt: holding?.startedAt ?? null,
    claimedAt: holding?.action === 'claim' ? holding.startedAt : null,
  };
}

/** Services of paid orders, in the pools of the study supervisors. */
export const pooledServices: Pooled = {
  entity: 'study_service',
  kind: 'supervisor',
  owner: 'supervisorId',
  department: 'supervisorDeptId',
  held: { ownState: 'assigned' },
  settled: { status: ['finished', 'terminated'] },
  projectsOf: (record) => idsOf([record.projectId]),
  heldBy: async ({ departmentId, leaderId }) => ({ supervisorDeptId: departmentId, leaderId: leaderId ?? null }),
  was: serviceWas,
};

const contactWithinMs = 24 * 3_600_000;

/** Back in the pool, why it was returned last; with its former supervisor, since when, until when, and with which note. */
function serviceWas(past: readonly StoredRecord[], record: StoredRecord, { action }: StoredRecord): Values {
  if (action !== 'transfer') {
    const [latest] = past;
    return { returnReason: latest?.toStaffId === null ? latest.reason : null };
  }
  const since = past.find(({ toStaffId }) => toStaffId !== null)?.startedAt ?? null;
  const isWaiting = record.status === 'waiting_contact' && since !== null;
  return {
    assignedAt: since,
    handoverNote: past.find((one) => one.action === 'transfer')?.reason ?? null,
    ...(isWaiting ? { firstContactDue: new Date(Date.parse(String(since)) + contactWithinMs).toISOString() } : {}),
  };
}
