import type { DomainRules, RuleContext } from '../../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../../kernel/operation/record-store.ts';
import { refuseCustomer } from '../errors/errors.ts';

/** Stages in which an opportunity is open. */
export const openStages = ['contact', 'need', 'quote', 'negotiate'];

/** Rules of opportunities: the customer's owner opens them, one at a time per project. */
export const opportunityRules: DomainRules = {
  entity: 'opportunity',

  async beforeCreate(values, { records, caller }) {
    await records.lock('customer', String(values.customerId));
    const customer = await records.findOne('customer', { id: values.customerId });
    if (customer?.ownerId !== caller.staffId) throw refuseCustomer('E_OPPORTUNITY_OWNER');
    const running = await records.count('opportunity', {
      customerId: values.customerId,
      projectId: values.projectId,
      stage: openStages,
    });
    if (running > 0) throw refuseCustomer('E_OPPORTUNITY_OPEN');
    return { stage: 'contact', probability: 10 };
  },

  async afterCreate(_, values, { records }) {
    const customer = await records.findOne('customer', { id: values.customerId });
    if (customer?.stage === 'fresh' || customer?.stage === 'following')
      await records.update('customer', customer.id, { stage: 'interested' });
  },

  transitions: {
    quote: { set: async (_, input, context) => ({ quoteSnapshot: [await quoted(input, context)] }) },
    lose: {
      async after(before, _, { records }) {
        const customer = await records.findOne('customer', { id: before.customerId });
        const others = await records.count('opportunity', { customerId: before.customerId, stage: openStages });
        if (customer?.stage === 'interested' && others === 0)
          await records.update('customer', customer.id, { stage: 'following' });
      },
    },
    unlose: { after: stageBack },
  },
};

/** Whose customer had been interested until this was lost is so again; whom somebody changed since stays as he is. */
async function stageBack(before: StoredRecord, _: Values, { records }: RuleContext): Promise<void> {
  const customer = await records.findOne('customer', { id: before.customerId });
  if (customer?.stage === 'following' && isSameMoment(customer.updatedAt, before.closedAt))
    await records.update('customer', customer.id, { stage: 'interested' });
}

function isSameMoment(one: unknown, other: unknown): boolean {
  return Date.parse(String(one)) === Date.parse(String(other));
}

/** What was quoted, at the prices of that day. */
async function quoted({ classTypeId, amount }: Values, { records }: RuleContext): Promise<Values> {
  const classType = await records.findOne('class_type', { id: classTypeId });
  if (classType?.status !== 'on') throw refuseCustomer('E_OPPORTUNITY_CLASS');
  const { name, listPrice, floorPrice } = classType;
  if (Number(amount) < Number(floorPrice) || Number(amount) > Number(listPrice))
    throw refuseCustomer('E_OPPORTUNITY_QUOTE', { floor: Number(floorPrice) / 100, list: Number(listPrice) / 100 });
  return { classTypeId, name, listPrice, floorPrice, amount };
}
