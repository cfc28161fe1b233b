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
};

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
};
