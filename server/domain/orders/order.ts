import { isGranted } from '../../../engine/model/access/index.ts';
import type { Place } from '../../kernel/errors/app-error.ts';
import type { DomainRules, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { orderText } from '../../texts/domain/order-text.ts';
import { approvedOrder } from '../agreement/index.ts';
import { endShipments, followReceiver, sendBooks } from '../logistics/index.ts';
import { refuseOrder, yuan } from './errors.ts';
import { refuseMoneyOut } from './money-out.ts';
import { isBelowFloor, isClosed, partsOf } from './order-parts.ts';
import { book, bookRefund, takeBack } from './performance.ts';
import { fillPlans, refuseUnordered, takeFromPlans } from './plan.ts';
import { settleTotals } from './store.ts';

const openStages = ['contact', 'need', 'quote', 'negotiate'];
/** States in which the price of an order is still being made. */
const beingMade: readonly unknown[] = ['draft', 'rejected'];

/** Rules of orders that documents cannot say: whose customer, what it costs, what money does to it. */
export const salesOrderRules: DomainRules = {
  entity: 'sales_order',

  async beforeCreate(values, context) {
    await refuseOthersCustomer(values, context);
    await refuseOpportunity(values, context);
    return {};
  },

  async afterCreate(id, values, context) {
    await settle({ ...values, id, version: 1 }, context);
    if (typeof values.opportunityId === 'string')
      await context.records.update('opportunity', values.opportunityId, { orderId: id });
  },

  async beforeModify(record, changes, context) {
    const isMoved = changes.customerId !== undefined || changes.projectId !== undefined;
    if (isMoved) await refuseOthersCustomer({ ...record, ...changes }, context);
    if (isMoved || changes.opportunityId !== undefined)
      await refuseOpportunity({ ...record, ...changes }, context, record.id);
    return {};
  },

  async afterModify(record, changes, context) {
    if (beingMade.includes(record.status)) await settle({ ...record, ...changes }, context);
    await followReceiver(record, changes, context);
    if (changes.opportunityId === undefined) return;
    if (typeof record.opportunityId === 'string')
      await context.records.update('opportunity', record.opportunityId, { orderId: null });
    if (typeof changes.opportunityId === 'string')
      await context.records.update('opportunity', changes.opportunityId, { orderId: record.id });
  },

  transitions: {
    submit: { check: (order, _, context) => refuseUnready(order, context) },
    approve: approvedOrder,
    pay: {
      async check(order, input, context) {
        if (await isClosed(order.id, context)) throw refuseOrder('E_PAYMENT_CLOSED');
        const left = Number(order.payableTotal) - Number(order.paidTotal);
        const amount = Number(input.amount);
        if (amount > left) throw refuseOrder('E_PAYMENT_OVER', { left: yuan(left), over: yuan(amount - left) });
        if (amount < 0) await refuseMoneyOut(order, -amount, context);
      },
      async after(order, input, context) {
        await fillPlans(order.id, Number(input.amount), context);
        await book(order, input, context);
        if (isSentNow(order, input)) await sendBooks(order.id, context);
      },
    },
    unpay: {
      async after(order, input, context) {
        await takeFromPlans(order.id, Number(input.amount), context);
        await takeBack(order, input, context);
      },
    },
    startService: {
      async set(order, _, { records }) {
        const service = await records.findOne('study_service', { orderId: order.id });
        return { serviceEndOn: service?.serviceEndOn ?? null };
      },
    },
    refund: {
      async after(order, input, context) {
        await bookRefund(order, input, context);
        await endShipments(order, context);
      },
    },
    cancel: { after: (order, _, context) => endShipments(order, context) },
    expire: { after: (order, _, context) => endShipments(order, context) },
  },
};

/** Textbooks go once all is paid; who pays in instalments has them with the first. */
function isSentNow({ payMode, paidTotal, payableTotal }: StoredRecord, { amount }: Values): boolean {
  return payMode === 'instalment' || Number(paidTotal) + Number(amount) >= Number(payableTotal);
}

async function refuseOthersCustomer({ customerId }: Values, { records, caller }: RuleContext): Promise<void> {
  const customer = await records.lockOne('customer', String(customerId));
  const isOwn = customer?.ownerId === caller.staffId;
  const isFree = customer?.stage === 'deal' && customer.ownerId === null;
  if (!isOwn && !isFree)
    throw refuseOrder('E_ORDER_CUSTOMER', {}, { pointer: '/customerId', title: orderText('order.customer') });
}

/** The opportunity an order comes of is the customer's, of the same project, open, and has no other order on its way. */
async function refuseOpportunity(order: Values, { records }: RuleContext, own?: string): Promise<void> {
  const { opportunityId, customerId, projectId } = order;
  if (typeof opportunityId !== 'string') return;
  const opportunity = await records.lockOne('opportunity', opportunityId, { customerId, projectId, stage: openStages });
  const others = await records.find('sales_order', { opportunityId, status: onTheirWay }, 2);
  if (opportunity === undefined || others.some(({ id }) => id !== own))
    throw refuseOrder('E_ORDER_OPPORTUNITY', {}, { pointer: '/opportunityId', title: orderText('order.opportunity') });
}

const onTheirWay = ['draft', 'pending_review', 'rejected', 'pending_payment', 'part_paid', 'paid', 'in_service'];

/** Works the totals out from the items, once each of them is known to be one that may be sold at its price. */
async function settle(order: StoredRecord, context: RuleContext): Promise<void> {
  const { items } = await partsOf(order.id, context);
  for (const [at, item] of items.entries()) {
    const classType = await classTypeOf(item, context);
    const place = { pointer: `/items/${at}/classTypeId`, title: orderText('order.classType') };
    if (classType?.projectId !== order.projectId)
      throw refuseOrder('E_ORDER_CLASS_PROJECT', { name: item.classTypeName }, place);
    refuseOffSale(item, classType, context, place);
    refuseBelowFloor(item, order, context, { pointer: `/items/${at}/discount`, title: orderText('order.discount') });
  }
  await settleTotals(context.db, order.id);
}

function classTypeOf({ classTypeId }: StoredRecord, { records }: RuleContext): Promise<StoredRecord | undefined> {
  return records.findOne('class_type', { id: classTypeId });
}

function refuseOffSale(
  item: StoredRecord,
  classType: StoredRecord | undefined,
  { now }: RuleContext,
  place?: Place,
): void {
  const isLater = (moment: unknown) => typeof moment === 'string' && Date.parse(moment) > Date.parse(now);
  const isOver = (moment: unknown) => typeof moment === 'string' && Date.parse(moment) <= Date.parse(now);
  if (classType?.status !== 'on' || isLater(classType.saleStart) || isOver(classType.saleEnd))
    throw refuseOrder('E_ORDER_CLASS_OFF', { name: item.classTypeName }, place);
}

/** Nobody goes below the floor but who may, with a reason. */
function refuseBelowFloor(item: StoredRecord, order: Values, { caller }: RuleContext, place: Place): void {
  if (!isBelowFloor(item)) return;
  const isAllowed = isGranted(caller.grants, 'sales_order:below_floor') && typeof order.discountReason === 'string';
  if (!isAllowed)
    throw refuseOrder('E_ORDER_FLOOR', { name: item.classTypeName, floor: yuan(Number(item.floorPrice)) }, place);
}

/** What must hold of an order that is submitted, beyond its guards: each item as it is sold today, and a plan in order. */
async function refuseUnready(order: StoredRecord, context: RuleContext): Promise<void> {
  const { items, plans } = await partsOf(order.id, context);
  for (const item of items) {
    const classType = await classTypeOf(item, context);
    refuseOffSale(item, classType, context);
    if (item.listPrice !== classType?.listPrice || item.floorPrice !== classType?.floorPrice)
      throw refuseOrder('E_ORDER_PRICE', { name: item.classTypeName, price: yuan(Number(classType?.listPrice)) });
    if (typeof classType?.agreementTemplateId === 'string' && typeof order.agreementTemplateId !== 'string')
      throw refuseOrder('E_ORDER_AGREEMENT', { name: item.classTypeName });
  }
  refuseUnordered(plans);
}
