import { type Random, some } from '../../demo/crm/values/random.ts';
import type { PickedRecord } from '../../kernel/operation/record-store.ts';
import { act, actOnceOrTwice, note, type Play, pickOne, type Step } from './random-play.testing.ts';

const taking: readonly unknown[] = ['pending_payment', 'part_paid'];
const everybody = some(['sales', 'sales', 'finance', 'finance2', 'group_leader', 'manager', 'admin'] as const);
/** Who usually does what to a refund, from where it stands. */
const usualSteps: Readonly<Record<string, readonly [by: string, key: string]>> = {
  draft: ['sales', 'submit'],
  leader_review: ['group_leader', 'approve/leader'],
  manager_review: ['manager', 'approve/manager'],
  finance_review: ['finance', 'approve/finance'],
  approved: ['finance2', 'pay'],
  failed: ['finance2', 'retry'],
};
/** A new order: whole, in parts or after a deposit, now and then with a discount, now and then wrong. */
async function creation({ company, random }: Play): Promise<Step> {
  const quantity = random.int(1, 2);
  const discount = random.chance(0.5) ? 0 : random.int(0, 320_000);
  const list = 1_000_000 - discount;
  const payMode = random.pick(some(['full', 'instalment', 'deposit'] as const));
  const part = Math.floor((list * quantity) / 3);
  const off = random.chance(0.1) ? 1 : 0;
  const amounts =
    payMode === 'full'
      ? []
      : payMode === 'deposit'
        ? [part, list * quantity - part]
        : [part, part, list * quantity - 2 * part + off];
  return {
    by: 'sales',
    path: '/v1/sales/order/create',
    body: {
      ...{ kind: 'new', customerId: await company.customer(), projectId: company.ids.project, payMode },
      ...{ receiverName: '李四', receiverMobile: '13900001111', receiverAddress: '杭州市西湖区一号' },
      ...{ discountReason: '随机', items: [{ classTypeId: company.classTypes[0], discount, quantity }] },
      plans: amounts.map((amount, at) => ({ dueOn: `2036-0${at + 1}-10`, amount })),
      shares: random.chance(0.3)
        ? [
            { staffId: company.ids.sales, percent: 61 },
            { staffId: company.ids.sales2, percent: 39 },
          ]
        : [],
    },
  };
}

/** Something that may be done to an order, allowed or not. */
async function actionOn(id: string, { company, random }: Play): Promise<Step> {
  const by = random.pick(everybody);
  const review = pickOne(
    await company.records.pick('order_review', ['result'], { orderId: id, result: 'pending' }, 5),
    random,
  );
  const payment = pickOne(await company.records.pick('payment', ['status'], { orderId: id }, 20), random);
  const reason = { cancelledReason: '随机', rejectReason: '随机', reverseReason: '随机' };
  return random.pick(
    some<Step>([
      { by: 'sales', path: '/v1/sales/order/submit', body: { id } },
      { by: 'sales', path: '/v1/sales/order/submit', body: { id } },
      { by, path: '/v1/order/review/approve', body: { id: review?.id ?? id } },
      { by: 'manager', path: '/v1/order/review/approve', body: { id: review?.id ?? id } },
      { by, path: '/v1/order/review/reject', body: { id: review?.id ?? id, comment: '随机' } },
      { by: 'sales', path: '/v1/order/review/withdraw', body: { id: review?.id ?? id } },
      { by, path: '/v1/payment/confirm', body: { id: payment?.id ?? id } },
      { by: 'finance', path: '/v1/payment/confirm', body: { id: payment?.id ?? id } },
      { by: 'finance', path: '/v1/payment/confirm', body: { id: payment?.id ?? id } },
      {
        by: 'finance2',
        path: '/v1/payment/reject',
        body: { id: payment?.id ?? id, rejectReason: reason.rejectReason },
      },
      {
        by: 'finance',
        path: '/v1/payment/reverse',
        body: { id: payment?.id ?? id, reverseReason: reason.reverseReason },
      },
      {
        by: 'finance',
        path: '/v1/payment/reverse',
        body: { id: payment?.id ?? id, reverseReason: reason.reverseReason },
      },
      { by, path: '/v1/sales/order/cancel', body: { id, cancelledReason: reason.cancelledReason } },
      { by: 'sales', path: '/v1/sales/order/modify', body: { id, version: 1, discountReason: '改' } },
    ]),
  );
}

/** Registers a payment, now and then of too much, and has it confirmed more often than not. */
async function pay(order: PickedRecord, play: Play): Promise<void> {
  const { company, random, tally } = play;
  const left = Number(order.payableTotal) - Number(order.paidTotal);
  if (Number(order.paidTotal) > 0 && random.chance(0.15)) return moveOut(order, play);
  const amount = random.chance(0.4) ? left : random.int(1, left + 1000);
  const answer = await company.register(random.pick(some(['sales', 'finance2'] as const)), order.id, amount);
  if (answer.code !== '0') return;
  note(tally, 'register');
  const { id } = answer.data;
  if (random.chance(0.6)) await act({ by: 'finance', path: '/v1/payment/confirm', body: { id } }, play);
}

/** Moves money of an order to another one: some of it, all, or more than there is. */
async function moveOut(order: PickedRecord, play: Play): Promise<void> {
  const { company, random, tally } = play;
  const paid = Number(order.paidTotal);
  const amount = random.chance(0.4) ? paid : random.int(1, paid + 1000);
  const answer = await company.register('sales', order.id, -amount, { method: 'transfer' });
  if (answer.code !== '0') return;
  note(tally, 'move out');
  await act({ by: 'finance', path: '/v1/payment/confirm', body: { id: answer.data.id } }, play);
}

/** Asks for a refund; answers its id. */
async function ask(order: PickedRecord, { company, random, tally }: Play): Promise<string | undefined> {
  const paid = Number(order.paidTotal);
  const amount = random.chance(0.3) ? paid : random.int(1, paid + 1000);
  const account = random.pick(some(['6222020000001231', '6222020000000008', '6222020000000000'] as const));
  const over = { exceedReason: '随机', payeeAccount: account, closeRights: random.chance(0.5) };
  const answer = await company.refund(
    order.id,
    amount,
    over,
    random.pick(some(['sales', 'sales', 'manager2'] as const)),
  );
  if (answer.code !== '0') return undefined;
  note(tally, 'refund');
  return String(answer.data.id);
}

/** Asks for a refund, or takes one up, and does some steps to it: mostly what comes next, now and then anything by anybody. */
async function giveBack(order: PickedRecord, play: Play): Promise<void> {
  const { company, random, schedules } = play;
  const known = await company.records.pick('refund', ['status'], { orderId: order.id }, 20);
  const open = pickOne(
    known.filter(({ status }) => usualSteps[String(status)] !== undefined),
    random,
  );
  const id = open?.id ?? (await ask(order, play));
  for (let steps = random.int(2, 8); id !== undefined && steps > 0; steps--) {
    const { status, applyAmount } = await company.stored('refund', id);
    const [by, key] = usualSteps[String(status)] ?? ['manager', 'reject'];
    const usual = {
      by,
      path: `/v1/refund/${key}`,
      body: key === 'approve/manager' ? { id, approvedAmount: applyAmount } : { id },
    };
    const other = random.pick(
      some([
        ...(['submit', 'revise', 'withdraw', 'approve/leader', 'pay', 'retry'] as const),
        ...(['reject', 'reject/leader', 'reject/manager'] as const),
      ] as const),
    );
    const body = other.startsWith('reject') ? { id, rejectReason: '随机' } : { id };
    await act(random.chance(0.9) ? usual : { by: random.pick(everybody), path: `/v1/refund/${other}`, body }, play);
    if (key === 'pay' || key === 'retry') await schedules.run('refund.payouts');
  }
}

/** What usually comes next for an invoice, from where it stands. */
const usualBilling: Readonly<Record<string, string>> = {
  pending: 'approve',
  approved: 'issue',
  failed: 'issue',
  issued: 'request/red',
  red_pending: 'red/flush',
};

/** Applies for an invoice over one order or two of its customer; now and then over more than is left. */
async function applyForInvoice(order: PickedRecord, play: Play): Promise<void> {
  const { company, random } = play;
  const { customerId } = await company.stored('sales_order', order.id);
  const orders = await company.records.pick('sales_order', ['paidTotal'], { customerId }, 2);
  const items = orders
    .filter(({ id, paidTotal }) => id === order.id || Number(paidTotal) > 0)
    .map(({ id, paidTotal }) => ({ orderId: id, amount: random.int(1, Number(paidTotal) + 10) }));
  const isOfCompany = random.chance(0.3);
  const body = {
    ...{ customerId, kind: 'e_normal', title: '随机', content: '培训费', email: 'a@example.com', items },
    ...{ titleType: isOfCompany ? 'company' : 'personal' },
    ...(isOfCompany ? { taxNo: random.pick(some(['91110000MA0000001X', '911100000000000000'] as const)) } : {}),
  };
  await act({ by: 'sales', path: '/v1/invoice/create', body }, play);
}

/** A step to an invoice: mostly what comes next, now and then anything by anybody. */
function billingStep(id: string, status: string, random: Random): Step {
  const other = random.pick(some(['approve', 'reject', 'cancel', 'issue', 'request/red', 'red/flush'] as const));
  const isUsual = random.chance(0.85);
  const key = isUsual ? (usualBilling[status] ?? 'cancel') : other;
  const reasons = { 'request/red': { redReason: '随机' }, reject: { rejectReason: '随机' } };
  const reason = key === 'reject' || key === 'request/red' ? reasons[key] : {};
  return { by: isUsual ? 'finance' : random.pick(everybody), path: `/v1/invoice/${key}`, body: { id, ...reason } };
}

/** Applies for an invoice, or does some steps to one of this order; now and then two at once. */
async function bill(order: PickedRecord, play: Play): Promise<void> {
  const { company, random, schedules } = play;
  const lines = await company.records.pick('invoice_item', ['invoiceId'], { orderId: order.id }, 20);
  const line = pickOne(lines, random);
  if (line === undefined || random.chance(0.25)) return applyForInvoice(order, play);
  const id = String(line.invoiceId);
  for (let left = random.int(1, 6); left > 0; left--) {
    const { status } = await company.stored('invoice', id);
    const step = billingStep(id, String(status), random);
    await actOnceOrTwice(step, play);
    if (/issue$|flush$/.test(step.path)) await schedules.run('invoice.issuing');
  }
}

/** Makes an order, or takes one on: its payments, refunds, invoices and reviews, whatever is possible or not. */
export async function turnOfMoney(play: Play): Promise<void> {
  const { company, random } = play;
  const known = await company.records.pick('sales_order', ['status', 'payableTotal', 'paidTotal'], {}, 400);
  // What is cancelled is looked at now and then only.
  const live = random.chance(0.1) ? known : known.filter(({ status }) => status !== 'cancelled');
  const order = pickOne(live, random);
  if (known.length < 5 || order === undefined || random.chance(0.1)) return act(await creation(play), play);
  if (taking.includes(order.status) && random.chance(0.5)) return pay(order, play);
  if (Number(order.paidTotal) > 0 && random.chance(0.5)) return giveBack(order, play);
  if (Number(order.paidTotal) > 0 && random.chance(0.4)) return bill(order, play);
  await actOnceOrTwice(await actionOn(order.id, play), play);
}
