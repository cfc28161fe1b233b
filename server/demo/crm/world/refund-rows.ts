import type { Cell, LoadedRow, Sealed } from '../../../db/load/table-writer.ts';
import { type Colleague, demoAccounts } from '../company/colleagues.ts';
import type { Organisation } from '../company/organisation.ts';
import { day, hour } from '../values/calendar.ts';
import { DemoNumbers, demoId } from '../values/demo-ids.ts';
import { Random, some } from '../values/random.ts';
import { BankFile, type Payee } from './bank-file-rows.ts';
import type { SoldPayment } from './sale-rows.ts';

/** A paid order, as its refund needs it; amounts in cents. */
export type RefundedOrder = {
  readonly orderId: string;
  readonly customerId: string;
  readonly projectId: string;
  readonly seller: Colleague;
  readonly name: string;
  readonly status: string;
  readonly payments: readonly SoldPayment[];
  /** What went back, and when; undefined where nothing did. */
  readonly refund: { readonly at: number; readonly amount: number } | undefined;
};

/** The refund of an order that was made: the order is told when it is under way. */
export type MadeRefund = { readonly id: string; readonly isLive: boolean };

/** A refund that a rescue which failed led to: the work order it names is written afterwards. */
export type ChainedRefund = {
  readonly workOrderId: string;
  readonly about: Pick<RefundedOrder, 'orderId' | 'customerId' | 'name'>;
  readonly seller: Colleague;
  readonly amount: number;
  readonly askedAt: number;
  /** Undefined while the money is not out. */
  readonly paidOutAt: number | undefined;
};

type Parts = {
  readonly organisation: Organisation;
  readonly now: number;
  readonly seal: (text: string) => Sealed;
  readonly add: (entity: string, row: LoadedRow) => void;
};

/** Where refunds stand that are not done: each in turn, so that there is one of each. */
const openStates = [
  'leader_review',
  'finance_review',
  'manager_review',
  'approved',
  'draft',
  'failed',
  'rejected',
  'withdrawn',
  'paying',
] as const;
type Asked = { readonly askedAt: number; readonly paidAt: number; readonly amount: number };
type State = (typeof openStates)[number] | 'done';

const ended: readonly State[] = ['draft', 'rejected', 'withdrawn'];
const reasons = some(['personal', 'service', 'exam_cancelled', 'quality', 'duplicate'] as const);
/** How far a refund came, by its state: how many of leader, manager, finance and payer have done their part. */
const stepsOf: Readonly<Record<State, number>> = {
  ...{ draft: 0, leader_review: 0, withdrawn: 0, rejected: 1, manager_review: 1, finance_review: 2 },
  ...{ approved: 3, failed: 4, paying: 4, done: 4 },
};
const payees = ['1231', '4562', '7893', '3454'] as const;
/** One order in so many, of those that are paid, has a refund under way. */
const share = 10;

/** So many refunds of others than the demo accounts are what a rescue led to. */
const chainsOfOthers = 4;
/** A rescue takes a while, and comes after what was paid. */
const leastBefore = 3 * day;

/** So many of the refunds that are done went to the bank in one file. */
const inOneFile = 3;

/** The refunds of orders: what went back, and some under way at every level. Random numbers of its own leave everything else as it is. */
export class Refunds {
  readonly numbers = {
    refund: new DemoNumbers('refund.refundNo', 'TF'),
    payout: new DemoNumbers('refund_payout.payoutNo', 'TK'),
    batch: new DemoNumbers('payout_batch.batchNo', 'PC'),
  };
  readonly file: BankFile;
  /** What a rescue that failed led to, so far. */
  readonly chained: ChainedRefund[] = [];
  readonly #managers: readonly Colleague[];
  readonly #cashiers: readonly Colleague[];
  #paid = 0;
  #done = 0;
  #open = 0;
  #trades = 0;

  constructor(private readonly parts: Parts) {
    const { staff } = parts.organisation;
    this.#managers = staff.filter(({ role }) => role === 'manager');
    this.#cashiers = staff.filter(({ role }) => role === 'finance');
    this.file = new BankFile(parts, this.numbers.batch, this.#cashiers[0]?.id ?? null);
  }

  /** Whether the money of a refund goes to the bank in a file: of some that are done, and of those that are being paid. */
  #isByFile(status: State): boolean {
    if (status === 'done') this.#done += 1;
    return status === 'paying' || (status === 'done' && this.#done <= inOneFile);
  }

  /** The work order a refund names, where a rescue that failed led to it. */
  #chain(order: RefundedOrder, status: State, { askedAt, paidAt, amount }: Asked, random: Random): string | null {
    const { seller, payments } = order;
    const isOver = ended.includes(status) || askedAt - (payments.at(-1)?.at ?? askedAt) < leastBefore;
    const isDemo = demoAccounts.includes(seller.account);
    if (isOver || (!isDemo && this.chained.length >= chainsOfOthers)) return null;
    const workOrderId = demoId(askedAt, random);
    const paidOutAt = status === 'done' ? paidAt : undefined;
    this.chained.push({ workOrderId, about: order, seller, amount, askedAt, paidOutAt });
    return workOrderId;
  }

  /** Writes the refund of an order, if there is one. */
  write(order: RefundedOrder): MadeRefund | undefined {
    const random = new Random(Number.parseInt(order.orderId.slice(-8), 16) ^ 0x7f4a);
    if (order.refund !== undefined) return { id: this.#refund(order, 'done', order.refund, random), isLive: false };
    const last = order.payments.at(-1);
    if (last === undefined || (order.status !== 'in_service' && order.status !== 'paid')) return undefined;
    this.#paid += 1;
    if (this.#paid % share !== 1) return undefined;
    const state = openStates[this.#open % openStates.length] ?? 'draft';
    this.#open += 1;
    const paid = order.payments.reduce((sum, { amount }) => sum + amount, 0);
    const at = Math.max(last.at + hour, this.parts.now - random.int(2, 60) * hour);
    const amount = Math.floor((paid * random.int(30, 90)) / 10_000) * 100;
    return { id: this.#refund(order, state, { at, amount }, random), isLive: !ended.includes(state) };
  }

  #refund(order: RefundedOrder, status: State, { at, amount }: { at: number; amount: number }, random: Random): string {
    const { organisation, add, seal, now } = this.parts;
    const { seller } = order;
    const paid = order.payments.reduce((sum, payment) => sum + payment.amount, 0);
    const first = order.payments[0]?.at ?? at;
    const createdAt = status === 'done' ? Math.max(first, at - 2 * day) : Math.min(at, now);
    const moment = (step: number) => Math.min(createdAt + ((at - createdAt) * step) / 5 + (step * hour) / 2, now);
    const id = demoId(createdAt, random);
    const isSmall = amount < 50_000;
    const isMistaken = status === 'draft' || status === 'withdrawn';
    const people = peopleOf(
      [organisation.leaderOf(seller.departmentId), ...this.#managers],
      [...this.#managers].toReversed(),
      this.#cashiers,
      seller,
    );
    const done = (step: number) => stepsOf[status] >= step && people[step - 1] !== undefined;
    const stepOf = (key: string, step: number) =>
      done(step) ? { [`${key}Id`]: people[step - 1]?.id, [`${key}At`]: moment(step) } : {};
    const isApproved = status === 'finance_review' || stepsOf[status] >= 3;
    const payee = { name: order.name, account: `622202000000${random.pick(some(payees))}` };
    const payWay = this.#isByFile(status) ? 'bank_file' : 'channel';
    const lines = [
      { title: '已付金额', amount: paid },
      { title: '已消耗', basis: '按已学课时', amount: amount - paid },
      { title: '系统核算可退', amount },
    ];
    add('refund', {
      ...{ id, createdAt, createdBy: seller.id, updatedAt: status === 'done' ? at : moment(stepsOf[status]) },
      ...{ refundNo: this.numbers.refund.next(createdAt), orderId: order.orderId, customerId: order.customerId },
      workOrderId: this.#chain(order, status, { askedAt: createdAt, paidAt: at, amount }, Random.of(id)),
      ...{ projectId: order.projectId, sellerId: seller.id, sellerDeptId: seller.departmentId, applicantId: seller.id },
      ...{ kind: amount === paid ? 'full' : 'partial', reason: random.pick(reasons), status },
      ...{ paidAmount: paid, refundedAmount: 0, consumedAmount: paid - amount, materialAmount: 0, serviceFee: 0 },
      ...{ giftAmount: 0, calcAmount: amount, applyAmount: amount, calcLines: JSON.stringify(lines) },
      ...{ approvedAmount: isApproved ? amount : null, closeRights: amount === paid, payeeName: order.name },
      payeeAccount: seal(payee.account),
      submittedAt: isMistaken ? null : moment(0),
      ...stepOf('leader', 1),
      ...(isSmall ? {} : stepOf('manager', 2)),
      ...stepOf('finance', 3),
      ...(done(4) ? { payerId: people[3]?.id, payAt: moment(4), payWay } : {}),
      ...endOf(status, at),
    });
    const paying = { at: Math.min(at, now), amount, ...(isSent(status, payWay) ? { payee } : {}) };
    if (stepsOf[status] >= 3) this.#payouts(id, order.payments, status, paying, random);
    return id;
  }

  /** What became of a payout, by where its refund stands. */
  #outcomeOf(state: State, at: number): Readonly<Record<string, Cell>> {
    if (state === 'failed') return { status: 'failed', attempts: 1, error: '收款账号不存在或已销户' };
    if (state !== 'done') return { status: 'pending', attempts: 0 };
    return { status: 'done', attempts: 1, paidAt: at, tradeNo: `TK-DEMO-${String(this.#trades).padStart(8, '0')}` };
  }

  /** The payments the money goes back over, the latest first. */
  #payouts(
    refundId: string,
    payments: readonly SoldPayment[],
    state: State,
    { at, amount, payee }: { readonly at: number; readonly amount: number; readonly payee?: Payee },
    random: Random,
  ): void {
    let left = amount;
    for (const payment of payments.toReversed()) {
      const part = Math.min(left, payment.amount);
      if (part <= 0) return;
      left -= part;
      this.#trades += 1;
      const payoutNo = this.numbers.payout.next(at);
      if (payee !== undefined) this.file.take({ ...payee, payoutNo, amount: part, at });
      this.parts.add('refund_payout', {
        ...{ id: demoId(at, random), createdAt: at, createdBy: null, payoutNo },
        ...{ refundId, paymentId: payment.id, method: payment.method, amount: part, ...this.#outcomeOf(state, at) },
        batchId: payee === undefined ? null : this.file.id,
      });
    }
  }
}

/** How a refund ended, or why it did not. */
function endOf(status: State, at: number): Readonly<Record<string, Cell>> {
  return {
    failReason: status === 'failed' ? '收款账号不存在或已销户' : null,
    rejectReason: status === 'rejected' ? '课程已学完大半，请与客户再沟通' : null,
    paidOutAt: status === 'done' ? at : null,
  };
}

/** Whether the money of a refund went to the bank in the file. */
function isSent(status: State, payWay: string): boolean {
  return status === 'done' && payWay === 'bank_file';
}

/** Four different people for leader, manager, finance and pay-out, none of them whoever asked. */
function peopleOf(
  leaders: readonly (Colleague | undefined)[],
  managers: readonly Colleague[],
  cashiers: readonly Colleague[],
  seller: Colleague,
): readonly (Colleague | undefined)[] {
  const used = new Set([seller.id]);
  return [leaders, managers, cashiers, cashiers].map((candidates) => {
    const found = candidates.find((one) => one !== undefined && !used.has(one.id));
    if (found !== undefined) used.add(found.id);
    return found;
  });
}
