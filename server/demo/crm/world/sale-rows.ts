import { dayOf, daysOfMonths, yearAndMonthOf } from '../../../../engine/model/time/index.ts';
import type { LoadedRow } from '../../../db/load/table-writer.ts';
import type { Colleague } from '../company/colleagues.ts';
import type { Organisation } from '../company/organisation.ts';
import type { Courses } from '../project/course-rows.ts';
import { compactDay, day, hour, minute } from '../values/calendar.ts';
import { projectFacts } from '../values/catalogue.ts';
import { DemoNumbers, demoId } from '../values/demo-ids.ts';
import { Random, type Weighted } from '../values/random.ts';
import { judgement, levelOf, type QualityStatus, reviewResult, unpaid } from './sale-states.ts';

/** An order as its items, plan, review and payments need it; amounts in cents. */
export type SoldOrder = {
  readonly orderId: string;
  readonly customerId: string;
  readonly projectId: string;
  readonly seller: Colleague;
  readonly createdAt: number;
  readonly status: string;
  readonly payMode: string;
  readonly listTotal: number;
  readonly payableTotal: number;
  /** When what is due, after the order was made or first paid. */
  readonly due: readonly { readonly at: number; readonly amount: number }[];
  /** The account the customer has by now. */
  readonly studentId: string | undefined;
  readonly payments: readonly { readonly at: number; readonly amount: number }[];
};

/** A payment that is written; the amount in cents. */
export type SoldPayment = {
  readonly id: string;
  readonly method: string;
  readonly at: number;
  readonly amount: number;
};

/** What is known of an order once it is written. */
export type Sold = {
  readonly paid: readonly SoldPayment[];
  /** What was confirmed and taken back. */
  readonly reversed: SoldPayment | undefined;
  readonly classTypeId: string;
  /** The account it was matched with. */
  readonly studentId: string | undefined;
  readonly qualityStatus: QualityStatus;
};

/** Where an order stands that is not sold yet, or not any more. */
export type YoungState = (typeof youngStates)[number];
const youngStates = ['pending_review', 'draft', 'rejected', 'cancelled'] as const;

type Add = (entity: string, row: LoadedRow) => void;

const methods: Weighted<string> = [
  ['wechat', 40],
  ['alipay', 28],
  ['bank', 18],
  ['pos', 8],
  ['instalment_loan', 6],
];
/** What each role may discount: percent, and cents where the lower counts. */
const policies = [
  ['group_leader', '主管的优惠权限', 8, null],
  ['manager', '经理的优惠权限', 15, null],
  ['sales', '业务员的优惠权限', 3, 30_000],
] as const;
/** How long ago orders are that were inspected. */
const inspected = 45 * day;
/**
 * The classes that are sold, and what orders consist of: their items, plans, reviews, payments and matches. Random
 * numbers of its own leave everything else as it is.
 */
export class Sales {
  readonly numbers = {
    payment: new DemoNumbers('payment.paymentNo', 'SK'),
    review: new DemoNumbers('order_review.reviewNo', 'SH'),
    match: new DemoNumbers('user_match.matchNo', 'PP'),
  };
  readonly #organisation: Organisation;
  /** The classes on sale, by project and price. */
  readonly classes = new Map<string, LoadedRow & { readonly id: string }>();
  readonly #cashiers: readonly Colleague[];
  readonly #inspectors: readonly Colleague[];
  readonly #months = new Map<string, { paymentTotal: number; paymentCount: number }>();
  #trades = 0;
  #young = 0;
  #partlyPaid = 0;
  #searched = 0;
  /** The account matched last. */
  #account: string | undefined;

  constructor(
    {
      organisation,
      courses: taught,
    }: { readonly organisation: Organisation; readonly courses: Pick<Courses, 'courseOf'> },
    private readonly now: number,
    private readonly qualityNumbers: DemoNumbers,
    opened: number,
    private readonly add: Add,
  ) {
    const random = new Random(31);
    this.#organisation = organisation;
    this.#inspectors = organisation.staff.filter(({ role }) => role === 'quality_inspector');
    this.#cashiers = organisation.staff.filter(({ role }) => role === 'finance');
    const base = () => ({ id: demoId(opened, random), createdAt: opened, createdBy: null });
    for (const { code, courses, prices } of projectFacts) {
      const projectId = organisation.projectId(code);
      for (const [at, price] of prices.entries()) {
        const listPrice = price * 100;
        const name = courses[at] ?? courses[0];
        const row = {
          ...{ ...base(), code: `${code}_${at + 1}`, name, projectId, listPrice, serviceDays: 365, sortNo: at + 1 },
          ...{ floorPrice: (listPrice / 100) * 80, hasSupervisor: true, guarantee: false, status: 'on' },
        };
        add('class_type', row);
        this.classes.set(`${projectId} ${listPrice}`, row);
        for (const [place, course] of ['精讲课', '刷题课', '冲刺课'].entries())
          add('class_type_course', {
            ...{ ...base(), classTypeId: row.id, name: `${name} · ${course}`, lessonUnits: 40, openRule: 'at_once' },
            ...{ sortNo: place + 1, courseId: place === 0 ? (taught.courseOf(code) ?? null) : null },
          });
      }
      add('class_type', {
        ...{ ...base(), code: `${code}_new`, name: `${courses[0]}（明年）`, projectId, serviceDays: 365 },
        ...{ listPrice: prices[0] * 100, floorPrice: prices[0] * 80, hasSupervisor: true, guarantee: false },
        ...{ status: 'draft', sortNo: 9 },
      });
    }
  }

  /** Where the next order stands that nobody is to pay: each state in turn, so that there is one of each. */
  young(): YoungState {
    const state = youngStates[this.#young % youngStates.length] ?? 'draft';
    this.#young += 1;
    return state;
  }

  /** Writes what each role may discount, and that the month before the last is closed. */
  settle(roleIds: ReadonlyMap<string, string>, opened: number): void {
    const random = new Random(37);
    for (const [code, name, maxRate, maxAmount] of policies)
      this.add('discount_policy', {
        ...{ id: demoId(opened, random), createdAt: opened, createdBy: null, name, targetType: 'role' },
        ...{ roleId: roleIds.get(code), maxRate, maxAmount, enabled: true },
      });
    const month = monthBefore(monthBefore(dayOf(this.now)));
    const closedAt = Date.parse(`${dayOf(this.now).slice(0, 7)}-01T02:00:00Z`) - 20 * day;
    const [cashier] = this.#cashiers;
    if (cashier === undefined) return;
    this.add('month_close', {
      ...{ id: demoId(closedAt, random), createdAt: closedAt, createdBy: cashier.id, closedById: cashier.id, month },
      ...{ reverseTotal: 0, ...(this.#months.get(month) ?? { paymentTotal: 0, paymentCount: 0 }) },
    });
  }

  /** Writes all that belongs to an order; answers its payments, in their order, and how its quality is. */
  sell(order: SoldOrder): Sold {
    // Its own sequence: how it was paid changes nothing about who the customers are.
    const random = Random.of(order.orderId);
    const classTypeId = this.#item(order, random);
    this.#plan(order, random);
    this.#review(order, random);
    const paid = order.payments.map((payment) => this.#payment(order, payment, 'confirmed', random));
    const reversed = this.#waiting(order, random);
    const qualityStatus = this.#inspect(order, random);
    return { paid, reversed, classTypeId, qualityStatus, studentId: this.#match(order, random) };
  }

  #item({ orderId, projectId, listTotal, payableTotal, createdAt, seller }: SoldOrder, random: Random): string {
    const sold = this.classes.get(`${projectId} ${listTotal}`);
    if (sold === undefined) throw new TypeError(`no class of ${listTotal}`);
    this.add('order_item', {
      ...{ id: demoId(createdAt, random), createdAt, createdBy: seller.id, orderId, classTypeId: sold.id },
      ...{ classTypeName: sold.name, listPrice: listTotal, floorPrice: sold.floorPrice, quantity: 1, place: 1 },
      ...{ discount: listTotal - payableTotal, serviceDays: 365, totalUnits: 120, consumedUnits: 0 },
    });
    return sold.id;
  }

  #plan(order: SoldOrder, random: Random): void {
    const { orderId, payMode, payments, status, createdAt, seller } = order;
    if (payMode === 'full') return;
    let paid = payments.reduce((sum, payment) => sum + payment.amount, 0);
    for (const [at, period] of this.#dueOf(order).entries()) {
      const paidAmount = Math.min(paid, period.amount);
      paid -= paidAmount;
      const dueOn = dayOf(period.at);
      const left =
        status === 'cancelled' || status === 'refunded'
          ? 'cancelled'
          : unpaid(status, dueOn < dayOf(this.now), paidAmount);
      this.add('payment_plan', {
        ...{ id: demoId(createdAt, random), createdAt, createdBy: seller.id, orderId, periodNo: at + 1, dueOn },
        ...{ amount: period.amount, paidAmount, status: paidAmount === period.amount ? 'paid' : left },
      });
    }
  }

  /** When what is due. Of orders paid in part, the next period is overdue of one, of the other paid in part as well. */
  #dueOf({ due, payments, status }: SoldOrder): SoldOrder['due'] {
    const [before, next] = [due[payments.length - 1], due[payments.length]];
    if (status !== 'part_paid' || before === undefined || next === undefined) return due;
    this.#partlyPaid += 1;
    if (this.#partlyPaid % 2 === 0) {
      const ahead = Math.floor(before.amount / 4);
      const split = [before.amount - ahead, next.amount + ahead];
      return due.map((one, at) => ({ ...one, amount: split[at - payments.length + 1] ?? one.amount }));
    }
    const at = Math.max(before.at + day, this.now - 3 * day);
    return at > next.at ? due : due.with(payments.length, { ...next, at });
  }

  #review(order: SoldOrder, random: Random): void {
    const { orderId, seller, status, listTotal, payableTotal, createdAt } = order;
    if (status === 'draft') return;
    const discountTotal = listTotal - payableTotal;
    const level = levelOf(discountTotal, listTotal);
    const isExempt = level === 'none';
    const leader = this.#organisation.leaderOf(seller.departmentId);
    const isOpen = status === 'pending_review';
    const isUndecided = isOpen || isExempt || status === 'cancelled';
    const reviewedAt = isOpen ? null : Math.min(createdAt + 3 * minute, this.now);
    this.add('order_review', {
      ...{
        id: demoId(createdAt, random),
        createdAt,
        createdBy: seller.id,
        reviewNo: this.numbers.review.next(createdAt),
      },
      ...{ orderId, submitterId: seller.id, submitterDeptId: seller.departmentId, discountTotal, payableTotal },
      ...{ level, updatedAt: reviewedAt ?? createdAt, reviewedAt },
      ...{ result: reviewResult(status, isExempt) },
      ...{ reviewerId: isUndecided ? null : (leader?.id ?? null) },
      ...{
        comment: status === 'rejected' ? '优惠原因请写明依据' : null,
        snapshot: JSON.stringify({ listTotal, payableTotal }),
      },
    });
  }

  /** Matches a paid order with the account of its customer; the latest, and a few others, wait for somebody to do it. */
  #match({ orderId, customerId, payments, studentId }: SoldOrder, random: Random): string | undefined {
    const at = payments[0]?.at;
    if (at === undefined) return undefined;
    const matched = this.now - at > day && random.chance(0.94) ? studentId : undefined;
    const matchedAt = matched === undefined ? null : at;
    if (matched !== undefined) this.#account = matched;
    this.add('user_match', {
      ...{ id: demoId(at, random), createdAt: at, createdBy: null, matchNo: this.numbers.match.next(at) },
      ...{ orderId, customerId, studentId: matched ?? null },
      ...{ matchBy: matched === undefined ? null : 'mobile', matchedAt },
      ...(matched === undefined ? this.#search(studentId) : { candidateIds: [], status: 'matched' }),
    });
    return matched;
  }

  /** How the search for an account ended so far: with nobody, with somebody's who is another customer, with whoever may be meant. */
  #search(own: string | undefined): { readonly candidateIds: readonly string[]; readonly status: string } {
    this.#searched += 1;
    const turn = this.#searched % 3;
    if (turn === 1 && this.#account !== undefined) return { candidateIds: [this.#account], status: 'conflict' };
    if (turn === 2 || own === undefined) return { candidateIds: [], status: 'pending' };
    return { candidateIds: [own], status: 'suggested' };
  }

  /** The review of an order that was paid lately: waiting, being looked into, or judged. */
  #inspect({ orderId, customerId, seller, payments, status }: SoldOrder, random: Random): Sold['qualityStatus'] {
    const createdAt = payments[0]?.at ?? 0;
    if (createdAt < this.now - inspected || status === 'refunded') return 'none';
    const deduction = random.int(0, 4) * 6;
    const inspector = this.#inspectors[createdAt % Math.max(1, this.#inspectors.length)];
    const { values, qualityStatus } = judgement(createdAt, deduction, this.now);
    this.add('qa_review', {
      ...{ id: demoId(createdAt, random), createdAt, createdBy: null, reviewNo: this.qualityNumbers.next(createdAt) },
      ...{ targetType: 'order', targetId: orderId, source: 'order', orderId, customerId, staffId: seller.id },
      ...{ targetDeptId: seller.departmentId, dueAt: createdAt + 2 * day, redLine: false, ...values },
      inspectorId: values.status === 'pending' ? null : (inspector?.id ?? null),
    });
    return qualityStatus;
  }

  /** What waits for finance, or was turned down, beside what was paid. */
  #waiting(order: SoldOrder, random: Random): SoldPayment | undefined {
    const paid = order.payments.reduce((sum, payment) => sum + payment.amount, 0);
    const isTaking = order.status === 'pending_payment' || order.status === 'part_paid';
    if (!isTaking || paid >= order.payableTotal || !random.chance(0.5)) return undefined;
    const at = Math.max(order.createdAt, this.now - random.int(1, 20) * hour);
    const amount = order.due[order.payments.length]?.amount ?? order.payableTotal - paid;
    // Of every second order that is paid in part, what came next belonged to another one.
    if (order.status === 'part_paid' && this.#partlyPaid % 2 === 0)
      return this.#payment(order, { at, amount }, 'reversed', random);
    this.#payment(order, { at, amount }, 'pending', random);
    if (random.chance(0.3)) this.#payment(order, { at, amount }, 'rejected', random);
    return undefined;
  }

  #count(at: number, amount: number): void {
    const month = `${dayOf(at).slice(0, 7)}-01`;
    const { paymentTotal, paymentCount } = this.#months.get(month) ?? { paymentTotal: 0, paymentCount: 0 };
    this.#months.set(month, { paymentTotal: paymentTotal + amount, paymentCount: paymentCount + 1 });
  }

  #payment(
    { orderId, customerId, projectId, seller }: SoldOrder,
    { at, amount }: SoldOrder['payments'][number],
    status: 'confirmed' | 'pending' | 'rejected' | 'reversed',
    random: Random,
  ): SoldPayment {
    this.#trades += 1;
    const id = demoId(at, random);
    const cashier = this.#cashiers[this.#trades % Math.max(1, this.#cashiers.length)];
    if (status === 'confirmed') this.#count(at, amount);
    const trade = `${compactDay(at)}${String(this.#trades).padStart(8, '0')}`;
    const isDecided = status === 'confirmed' || status === 'reversed';
    const confirmedAt = isDecided ? Math.min(at + random.int(5, 50) * minute, this.now) : null;
    const method = random.weighted(methods);
    const isGone = status === 'rejected' || status === 'reversed';
    this.add('payment', {
      ...{
        id,
        createdAt: at,
        createdBy: seller.id,
        updatedAt: confirmedAt ?? at,
        paymentNo: this.numbers.payment.next(at),
      },
      ...{ orderId, customerId, projectId, sellerId: seller.id, sellerDeptId: seller.departmentId, amount, status },
      ...{ method, paidAt: at, confirmedAt },
      channelTradeNo: isGone ? null : trade,
      formerTradeNo: isGone ? trade : null,
      rejectReason: status === 'rejected' ? '没有查到这笔到账' : null,
      reverseReason: status === 'reversed' ? '记到了别的订单' : null,
      reversedAt: status === 'reversed' ? Math.min(at + hour, this.now) : null,
      confirmerId: isDecided ? (cashier?.id ?? null) : null,
    });
    return { id, method, at, amount };
  }
}

/** The first day of the month before. */
function monthBefore(day: string): string {
  const [year, month] = yearAndMonthOf(day);
  return daysOfMonths(year, month - 1, 1).startDate;
}
