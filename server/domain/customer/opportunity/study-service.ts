import { dayOf } from '../../../../engine/model/time/index.ts';
import { activeHolders } from '../../../db/people/active-holders.ts';
import type { DomainRules, RuleBook, RuleContext, TransitionRules } from '../../../kernel/operation/domain-rules.ts';
import type { Values } from '../../../kernel/operation/record-store.ts';
import { applySystemTransition } from '../../../operations/transition/apply-system-transition.ts';
import { customerText } from '../../../texts/domain/customer-text.ts';
import { refuseCustomer } from '../errors/errors.ts';
import { checkHolding, heldCount } from '../ownership/claim-limits.ts';
import { idsOf, receiverOf, recordOwnerChange } from '../ownership/ownership.ts';
import { poolFor } from '../ownership/pool.ts';
import { pooledServices } from '../ownership/pooled.ts';
import { pooledTransitions } from '../ownership/pooled-transitions.ts';
import { takeBackTransitions } from '../ownership/take-back.ts';
import { openRenewal } from './renewal.ts';

const { claim, assign, return: giveBack, autoReturn } = pooledTransitions(pooledServices);
/** Results of a contact in which the student was spoken to. */
const spoken = ['connected', 'interested', 'not_interested', 'appointment'];

const day = 86_400_000;

/** A service goes from one supervisor to another of its project, who has room for it; never to whoever has it already. */
const transfer: TransitionRules = {
  async set(record, input, context) {
    const { records } = context;
    const to = await receiverOf(input, [record.projectId], context);
    if (to.id === record.supervisorId)
      throw refuseCustomer(
        'E_SERVICE_SAME',
        { name: to.name },
        { pointer: '/staffId', title: customerText('customer.service.to') },
      );
    const pool = await poolFor(to.departmentId, [record.projectId], context, 'supervisor');
    await records.lock('staff', to.id);
    await checkHolding(pooledServices, to.id, String(to.name), pool, context);
    return pooledServices.heldBy(to, record, context);
  },
  async after(before, input, context) {
    const to = await receiverOf(input, [before.projectId], context);
    await recordOwnerChange(
      {
        ...{ subjectType: 'study_service', subjectId: before.id, action: 'transfer', reason: input.handoverNote },
        from: { staffId: before.supervisorId, departmentId: before.supervisorDeptId },
        to: { staffId: to.id, departmentId: String(to.departmentId) },
      },
      context,
    );
  },
};

/** Rules of study services: the pool's own, a first contact that is on record, and what a student who goes on becomes. */
export const studyServiceRules: DomainRules = {
  entity: 'study_service',

  // A new service waits in the pool of its project.
  async beforeCreate({ ownState, poolId, projectId, orderId }, context) {
    if (ownState !== 'pooled' || typeof poolId === 'string') return {};
    const pool = await poolFor(null, [projectId], context, 'supervisor');
    return { poolId: pool.id, ...(await boughtWith(orderId, context)) };
  },

  afterCreate: (id, service, context) => assignByRule(id, service, context),

  transitions: {
    claim,
    assign,
    return: giveBack,
    autoReturn,
    transfer,
    ...takeBackTransitions(pooledServices),
    firstContact: {
      async check(record, _, { records, caller }) {
        const contacts = await records.count(
          'follow_up',
          { bizType: 'study_service', bizId: record.id, staffId: caller.staffId, result: spoken },
          { key: 'createdAt', moment: String(record.assignedAt) },
        );
        if (contacts === 0) throw refuseCustomer('E_SERVICE_NO_CONTACT');
      },
    },
    outcome: {
      async after(service, { renewIntention }, context) {
        if (renewIntention === 'yes' && service.renewIntention !== 'yes') await openRenewal(service, context);
      },
    },
  },
};

/** What a service is of, and until when: of the class that is served longest. */
async function boughtWith(orderId: unknown, { records, documents, now }: RuleContext): Promise<Values> {
  if (!documents.entities.has('order_item')) return {};
  const order = await records.findOne('sales_order', { id: orderId });
  const items = await records.find('order_item', { orderId });
  const [longest] = [...items].sort((one, other) => Number(other.serviceDays) - Number(one.serviceDays));
  if (longest === undefined) return { studentId: order?.studentId ?? null };
  const end = new Date(Date.parse(now) + Number(longest.serviceDays) * day).toISOString();
  return {
    ...{ studentId: order?.studentId ?? null, classTypeId: longest.classTypeId },
    ...{ serviceStartOn: dayOf(now), serviceEndOn: dayOf(end) },
  };
}

/** Where its pool says so, a new service goes to whoever of its project has the least to do and has room for it. */
async function assignByRule(id: string, { poolId, projectId }: Values, context: RuleContext): Promise<void> {
  const { records, db } = context;
  const pool = await records.findOne('pool', { id: poolId });
  if (pool?.autoAssign !== true) return;
  const departments = await records.downFrom('department', idsOf(pool.memberDepartmentIds));
  const candidates: { readonly staffId: string; readonly held: number }[] = [];
  for (const staffId of await activeHolders(db, 'supervisor', [...departments])) {
    const staff = await records.findOne('staff', { id: staffId });
    if (!idsOf(staff?.projectIds).includes(String(projectId))) continue;
    const held = await heldCount(pooledServices, staffId, pool, context);
    if (held < Number(pool.holdLimit)) candidates.push({ staffId, held });
  }
  const [least] = candidates.toSorted((one, other) => one.held - other.held);
  if (least === undefined) return;
  const rules: RuleBook = new Map([['study_service', studyServiceRules]]);
  const input = { staffId: least.staffId };
  await records.bySystem(() =>
    applySystemTransition({ entity: 'study_service', key: 'assign', id, input, rules }, context),
  );
}
