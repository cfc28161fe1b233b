import type { Colleague } from '../company/colleagues.ts';
import { day, hour, minute } from '../values/calendar.ts';
import { demoId } from '../values/demo-ids.ts';
import { Random, type Weighted } from '../values/random.ts';
import type { AgreedState } from '../world/agreement-rows.ts';
import type { Sold, YoungState } from '../world/sale-rows.ts';
import type { SentState } from '../world/shipment-rows.ts';
import type { World } from '../world/world.ts';
import type { Draft } from './customer-draft.ts';
import { addEntries, type Payment, sharesOf } from './ledger-rows.ts';
import { isOver, progressOf, servedUntil } from './order-progress.ts';
import { addStudent, studentOf } from './study-rows.ts';

/** What a customer's own row says of his orders. */
export type OrderSummary = { readonly count: number; readonly paid: number; readonly dealAt: number | null };

/** What an order takes over from the customer and the lead he came by. */
export type OrderOrigin = {
  readonly leadId: string | null;
  readonly channelId: string;
  readonly promoter: Colleague | undefined;
};

/** An order before its row is written. */
type OrderPlan = {
  readonly kind: string;
  readonly seller: Colleague;
  readonly createdAt: number;
  /** Where an order nobody has paid stands, if not waiting for its payment. */
  readonly young?: YoungState;
  /** The account the customer has by now. */
  readonly studentId?: string | undefined;
  /** When the first payment came; undefined for an order nobody has paid yet. */
  readonly paidAt: number | undefined;
  readonly opportunityId: string | null;
  readonly originOrderId: string | null;
};

const payModes: Weighted<string> = [
  ['full', 80],
  ['instalment', 12],
  ['deposit', 8],
];
const discounts: Weighted<number> = [
  [0, 60],
  [0.03, 22],
  [0.05, 12],
  [0.08, 6],
];
/** What costs more, in cents, is discounted more where somebody has to look at it. */
const highPrice = 500_000;
const discountReasons = ['老学员推荐优惠', '早鸟优惠', '团报优惠', '活动价'] as const;
const renewals: Weighted<string> = [
  ['renew', 7],
  ['upgrade', 2],
  ['supplement', 1],
];

/** Writes the orders of a customer with their payments and refunds; answers what his row says of them. */
export function addOrders(draft: Draft, origin: OrderOrigin, world: World): OrderSummary {
  const { random, now } = world;
  const { opportunity } = draft;
  const deal = draft.contacts.find((contact) => contact.situation === 'deal');
  if (deal === undefined) {
    const isNear = opportunity?.stage === 'negotiate' && random.chance(0.5);
    if (isNear) addOrder(draft, origin, openOrder(opportunity.since.staff, opportunity.id, draft, world), world);
    else if (opportunity?.stage === 'negotiate') addYoungOrder(draft, origin, opportunity.since.staff, world);
    return { count: 0, paid: 0, dealAt: null };
  }
  const first = addOrder(
    draft,
    origin,
    {
      kind: 'new',
      studentId: studentOf(draft, deal.at, world),
      seller: deal.staff,
      createdAt: Math.max(draft.createdAt, deal.at - random.int(5, 90) * minute),
      paidAt: deal.at,
      opportunityId: opportunity?.until === deal ? opportunity.id : null,
      originOrderId: null,
    },
    world,
  );
  addStudent(draft, deal.at, world);
  const again = deal.at + random.int(25, 60) * day + random.int(0, 5) * hour;
  if (again > now || !random.chance(0.15)) return { count: 1, paid: first.paid, dealAt: deal.at };
  const renewal = {
    kind: random.weighted(renewals),
    studentId: studentOf(draft, deal.at, world),
    seller: deal.staff,
    createdAt: again - 20 * minute,
    paidAt: again,
    opportunityId: null,
    originOrderId: first.id,
  };
  return { count: 2, paid: first.paid + addOrder(draft, origin, renewal, world).paid, dealAt: deal.at };
}

/** An order that is still being made, or came to nothing: with a sequence of its own, so that nobody's story changes. */
function addYoungOrder(draft: Draft, origin: OrderOrigin, seller: Colleague, world: World): void {
  const random = Random.of(draft.id);
  const createdAt = Math.max(draft.createdAt, world.now - random.int(30, 4 * 24 * 60) * minute);
  const young = world.young();
  const plan = { kind: 'new', seller, createdAt, paidAt: undefined, young, opportunityId: null, originOrderId: null };
  addOrder(draft, origin, plan, { ...world, random });
}

/** An order that waits for its payment. */
function openOrder(seller: Colleague, opportunityId: string, draft: Draft, { random, now }: World): OrderPlan {
  const createdAt = Math.max(draft.createdAt, now - random.int(30, 2 * 24 * 60) * minute);
  return { kind: 'new', seller, createdAt, paidAt: undefined, opportunityId, originOrderId: null };
}

function addOrder(
  draft: Draft,
  origin: OrderOrigin,
  plan: OrderPlan,
  world: World,
): { readonly id: string; readonly paid: number } {
  const { random, add, numbers, organisation, now } = world;
  const id = demoId(plan.createdAt, random);
  const money = moneyOf(plan, draft.subject.price * 100, world);
  const { payments, refund, listTotal, payableTotal } = money;
  const paidTotal = payments.reduce((sum, payment) => sum + payment.amount, 0);
  const last = payments.at(-1);
  const isPaid = last !== undefined && paidTotal === payableTotal;
  const projectId = organisation.projectId(draft.subject.project.code);
  const isApproved = plan.young === undefined;
  const progress = isApproved
    ? progressOf({ isPaid, last, refund, paidTotal, isOver: isOver(plan, now) }, now)
    : { status: plan.young, refundFlag: 'none' };
  const { paid, reversed, classTypeId, qualityStatus, studentId } = world.sell({
    ...{ orderId: id, customerId: draft.id, projectId, seller: plan.seller, createdAt: plan.createdAt },
    ...{ status: progress.status, payMode: money.payMode, listTotal, payableTotal, payments },
    studentId: plan.studentId,
    due: scheduleOf(money.payMode, payableTotal).map(([days, amount]) => ({
      at: (plan.paidAt ?? plan.createdAt + 2 * day) + days * day,
      amount,
    })),
  });
  const orderNo = numbers.order.next(plan.createdAt);
  const given = world.giveBack({
    ...{ orderId: id, customerId: draft.id, projectId, seller: plan.seller, name: draft.who.name },
    ...{ status: String(progress.status), payments: paid, refund },
  });
  add('sales_order', {
    ...{ id, createdAt: plan.createdAt, createdBy: plan.seller.id },
    ...agreedOf(plan, draft, { id, orderNo, money, paidTotal }, world),
    updatedAt: refund?.at ?? last?.at ?? plan.createdAt,
    orderNo,
    ...sentOf(plan, draft, { id, orderNo, projectId, money }, world),
    invoiceTotal: billed(plan, draft, { id, orderNo, payments: paid, refund }, world),
    kind: plan.kind,
    customerId: draft.id,
    opportunityId: plan.opportunityId,
    leadId: origin.leadId,
    projectId,
    channelId: origin.channelId,
    ...{ sellerId: plan.seller.id, sellerDeptId: plan.seller.departmentId, promoterId: origin.promoter?.id },
    originOrderId: plan.originOrderId,
    ...{ listTotal, payableTotal, paidTotal, discountTotal: listTotal - payableTotal },
    discountReason: listTotal === payableTotal ? null : random.pick(discountReasons),
    refundedTotal: refund?.amount ?? 0,
    payMode: money.payMode,
    ...progress,
    ...(given?.isLive === true ? { refundFlag: 'applying' } : {}),
    qualityStatus,
    studentId: studentId ?? null,
    matchStatus: studentId === undefined ? 'pending' : 'matched',
    ...stepsOf(plan, now),
    firstConfirmedAt: payments[0]?.at,
    firstPaidAt: payments[0]?.at,
    paidAt: isPaid ? last.at : null,
  });
  if (plan.kind === 'new') follow(draft, { id, projectId, money, paidTotal, classTypeId, studentId }, world);
  const shares = sharesOf(plan.seller, origin.promoter, world);
  addEntries(
    {
      ...{ orderId: id, projectId, channelId: origin.channelId, classTypeId, shares, reversed },
      refund: refund === undefined ? undefined : { ...refund, refundId: given?.id },
      payments: payments.map((payment, at) => ({ ...payment, paymentId: paid[at]?.id })),
    },
    world,
  );
  return { id, paid: paidTotal - (refund?.amount ?? 0) };
}

/** Sends the textbooks of an order once all is paid, or with the first instalment; answers what the order says of it. */
function sentOf(
  { seller, kind }: OrderPlan,
  { id: customerId, who, mobile, where }: Draft,
  { id: orderId, orderNo, projectId, money }: Omit<Sale, 'paidTotal'> & { readonly orderNo: string },
  world: World,
): SentState {
  const { payments, payableTotal, payMode, refund } = money;
  const paid = payments.reduce((sum, payment) => sum + payment.amount, 0);
  const due = payMode === 'instalment' ? payments[0] : paid === payableTotal ? payments.at(-1) : undefined;
  const [first] = payments;
  return world.send({
    ...{ orderId, orderNo, customerId, projectId, seller, name: who.name, mobile, city: where.city, dueAt: due?.at },
    // Only a first order has a study service of its own.
    supervisor: kind === 'new' && first !== undefined ? world.supervisorOf(customerId, first.at) : undefined,
    refundedAt: refund?.amount === paid ? refund.at : undefined,
  });
}

/** Makes the invoice of an order of which nothing went back; answers what of it is invoiced. */
function billed(
  { seller }: OrderPlan,
  { id: customerId, who }: Draft,
  order: Pick<Sale, 'id'> & { orderNo: string; payments: readonly Payment[]; refund: Payment | undefined },
  world: World,
): number {
  const { id: orderId, orderNo, payments, refund } = order;
  const last = payments.at(-1);
  if (last === undefined || refund !== undefined) return 0;
  const paid = payments.reduce((sum, payment) => sum + payment.amount, 0);
  return world.bill({ orderId, orderNo, customerId, seller, name: who.name, paid, paidAt: last.at });
}

/** How far an order came before its first payment. */
function stepsOf(plan: OrderPlan, now: number) {
  const { young, createdAt, seller } = plan;
  const isApproved = young === undefined;
  return {
    serviceEndOn: servedUntil(plan, now),
    submittedAt: young === 'draft' ? null : createdAt,
    approvedAt: isApproved ? Math.min(createdAt + 3 * minute, now) : null,
    approverId: isApproved ? seller.id : null,
    paymentDeadline: isApproved ? createdAt + 3 * day : null,
    cancelledReason: young === 'cancelled' ? '客户改报其他机构' : null,
  };
}

type Sale = {
  readonly id: string;
  readonly projectId: string;
  readonly money: OrderMoney;
  readonly paidTotal: number;
};

/** Makes the agreement of a new order; answers what the order says of it. */
function agreedOf(
  plan: OrderPlan,
  { id: customerId, who, mobile, subject }: Draft,
  { id: orderId, orderNo, money, paidTotal }: Agreed,
  world: World,
): AgreedState | undefined {
  if (plan.kind !== 'new' || plan.young !== undefined) return undefined;
  const { payments, refund, payableTotal } = money;
  return world.agree({
    ...{ orderId, orderNo, customerId, sellerId: plan.seller.id, name: who.name, mobile },
    ...{ project: subject.project.name, payable: payableTotal, createdAt: plan.createdAt, paidAt: payments[0]?.at },
    isRefunded: paidTotal > 0 && refund?.amount === paidTotal,
  });
}

type Agreed = {
  readonly id: string;
  readonly orderNo: string;
  readonly money: OrderMoney;
  readonly paidTotal: number;
};

/** The study service of a new order. */
function follow(
  draft: Draft,
  { id, projectId, money, paidTotal, classTypeId, studentId }: Sale & Pick<Sold, 'classTypeId' | 'studentId'>,
  world: World,
): void {
  const { payments, refund } = money;
  const isRefunded = paidTotal > 0 && refund?.amount === paidTotal;
  const paidAt = payments[0]?.at;
  if (paidAt !== undefined)
    world.serve({
      ...{ orderId: id, customerId: draft.id, studentName: draft.who.name, projectId, paidAt, isRefunded },
      ...{ classTypeId, studentId },
    });
}

type OrderMoney = {
  readonly listTotal: number;
  readonly payableTotal: number;
  readonly payMode: string;
  /** Payments that have come by now, the first when the order counts as done. */
  readonly payments: readonly Payment[];
  readonly refund: Payment | undefined;
};

function moneyOf({ paidAt, young }: OrderPlan, listTotal: number, { random, now }: World): OrderMoney {
  // What somebody has to look at is more than its seller may give.
  const isReviewed = young !== undefined && young !== 'draft';
  const least = isReviewed ? (listTotal > highPrice ? 0.1 : 0.05) : 0;
  const payableTotal = Math.round((listTotal * (1 - Math.max(random.weighted(discounts), least))) / 1000) * 1000;
  const payMode = random.weighted(payModes);
  const plain = { listTotal, payableTotal, payMode };
  if (paidAt === undefined) return { ...plain, payments: [], refund: undefined };
  const payments = scheduleOf(payMode, payableTotal)
    .map(([days, amount]) => ({ at: paidAt + days * day, amount }))
    .filter((payment) => payment.at <= now);
  const paid = payments.reduce((sum, payment) => sum + payment.amount, 0);
  const refundAt = (payments.at(-1)?.at ?? paidAt) + random.int(1, 30) * day + random.int(0, 240) * minute;
  if (refundAt > now || !random.chance(0.07)) return { ...plain, payments, refund: undefined };
  const amount = random.chance(0.4) ? paid : Math.round((paid * random.between(0.2, 0.8)) / 100) * 100;
  return { ...plain, payments, refund: { at: refundAt, amount } };
}

/** Days after the first payment, and the amounts due. */
function scheduleOf(payMode: string, amount: number): readonly (readonly [days: number, amount: number])[] {
  if (payMode === 'deposit') {
    const deposit = Math.min(50_000, amount);
    return [
      [0, deposit],
      [5, amount - deposit],
    ];
  }
  if (payMode !== 'instalment') return [[0, amount]];
  const part = Math.floor(amount / 300) * 100;
  return [
    [0, amount - 2 * part],
    [30, part],
    [60, part],
  ];
}
