import type { RuleBook, RuleContext, TransitionRules } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { applySystemTransition } from '../../operations/transition/apply-system-transition.ts';
import { checkAct } from '../../permissions/people/act-on-person.ts';
import { organisationText } from '../../texts/domain/organisation-text.ts';
import { frozenCustomersOf, openServices } from '../customer/index.ts';
import { refuseInOrganisation } from './errors.ts';

/** Numbers that somebody else may have as soon as he is gone. */
const released = { hlAgentId: null, dlswAgentId: null, xzjAgentId: null, seatCode: null, sipPassword: null } as const;
/** Work orders that wait for him. */
const waiting = ['pending_accept', 'processing', 'paused'];
const most = 10_000;
/** Giving an order back has no rules beyond its document. */
const noRules: RuleBook = new Map();

/** The end of leaving: his customers are somebody else's, or it is said why not; his numbers and work orders are free. */
export const finishLeave: TransitionRules = {
  async check(record, input, context) {
    await checkAct(record, { name: organisationText('staff.act.finishLeave'), grade: 'employment' }, context);
    const count = await customersOf(record.id, context);
    const isForced = input.force === true && String(input.reason ?? '').trim() !== '';
    if (count > 0 && !isForced) throw refuseInOrganisation('E_LEAVE_CUSTOMERS', { name: record.name, count });
    const services = await servicesOf(record.id, context);
    if (services > 0 && !isForced)
      throw refuseInOrganisation('E_LEAVE_SERVICES', { name: record.name, count: services });
  },
  set: async () => released,
  after: returnWorkOrders,
};

async function customersOf(ownerId: string, context: RuleContext): Promise<number> {
  if (!context.documents.entities.has('customer')) return 0;
  const owned = await context.records.count('customer', { ownerId, ownState: 'owned' });
  return owned + (await frozenCustomersOf(ownerId, context));
}

/** Study services somebody else has to have first. */
async function servicesOf(supervisorId: string, { records, documents }: RuleContext): Promise<number> {
  if (!documents.entities.has('study_service')) return 0;
  return records.count('study_service', { supervisorId, status: openServices });
}

/** What he was to handle is to be assigned anew. */
async function returnWorkOrders({ id }: StoredRecord, _: Values, context: RuleContext): Promise<void> {
  const { records, documents } = context;
  if (!documents.entities.has('work_order')) return;
  const release = { entity: 'work_order', key: 'release', input: {}, rules: noRules };
  for (const order of await records.find('work_order', { assigneeId: id, status: waiting }, most))
    await applySystemTransition({ ...release, id: order.id }, context);
}
