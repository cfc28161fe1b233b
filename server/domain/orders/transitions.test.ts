import { afterAll, beforeAll, expect, it } from 'vitest';
import { shownPage } from '../../testing/shown-pages.ts';
import {
  type OfferHarness,
  type TransitionTable,
  testOffers,
  testTransitions,
} from '../../testing/transition-table.ts';
import { type FollowedCompany, startFollowedCompany } from './followed-company.testing.ts';

/**
 * Who may do what in which state to an order, its reviews and payments, and what follows of one that was paid. `sales` sold it and applies, `other` works
 * beside him, `leader` and `manager` are above; `supervisor` serves its student, `peer` works beside him, `chief` leads both.
 */
const sellers = ['admin', 'sales', 'other', 'leader', 'manager', 'finance', 'academic'] as const;
const payers = ['admin', 'sales', 'other', 'leader', 'manager', 'finance', 'logistics'] as const;
const keepers = ['admin', 'sales', 'manager', 'academic', 'logistics'] as const;
const servers = ['admin', 'sales', 'manager', 'academic', 'supervisor', 'peer', 'chief'] as const;
const accounts: Partial<Readonly<Record<string, string>>> = {
  ...{ other: 'sales2', leader: 'group_leader', supervisor: 'supervisor1', peer: 'supervisor2', chief: 'leader' },
};

const ten = (letter: string) => letter.repeat(10);
/** What the system alone does: an administrator, who holds every key, is told so whatever the state. */
const system = { who: { admin: ten('!') }, words: '由系统执行' };
/** What only the applicant does: whoever holds the key beside him is told so, and who does not see the row finds none. */
const applicant = (letters: string, words: string) => ({
  who: { admin: ten('!'), sales: letters, other: ten('?'), leader: ten('!'), manager: ten('!') },
  words,
});
const finances = (letters: string) => ({ admin: letters, finance: letters });
const managers = (letters: string) => ({ admin: letters, manager: letters });
const leaders = (letters: string) => ({ ...managers(letters), leader: letters });
const senders = (letters: string) => ({ admin: letters, logistics: letters });
const editors = (letters: string) => ({ admin: letters, academic: letters, manager: letters });
/** What waits in the pool is nobody's, nor is what was ended: who sees his own, or his department's, does not find it. */
const tooLate = '已超过一分钟，或之后有了跟进、通话或新的归属，不能撤销';
const serving = (letters: string) => ({
  ...{ admin: `.${letters}..`, supervisor: `?${letters}.?`, peer: ten('?'), chief: `?${letters}.?` },
});

const selling = (letters: string) => ({ ...leaders(letters), sales: letters, other: ten('?') });

const sale: readonly TransitionTable<(typeof sellers)[number]>[] = [
  {
    entity: 'sales_order',
    states: [
      ...['draft', 'pending_review', 'rejected', 'pending_payment', 'part_paid', 'paid', 'in_service', 'finished'],
      ...['cancelled', 'refunded'],
    ],
    actions: {
      submit: applicant('y.y.......', '只有业务员本人可以提交'),
      cancel: { who: selling('yyyy......') },
      startService: { who: { admin: '....yy....', academic: '....yy....' } },
      ...{ approve: system, reject: system, withdraw: system, pay: system, unpay: system, finish: system },
      ...{ expire: system, refundApply: system, refundRelease: system, refund: system },
    },
  },
  {
    entity: 'order_review',
    states: ['pending', 'approved', 'rejected', 'withdrawn', 'exempt'],
    actions: {
      approve: { who: leaders('y....') },
      reject: { who: leaders('y....') },
      withdraw: applicant('y....', '只有提交人可以撤回'),
      drop: system,
    },
  },
  {
    entity: 'payment',
    states: ['pending', 'confirmed', 'rejected', 'reversed'],
    actions: {
      confirm: { who: finances('y...') },
      reject: { who: finances('y...') },
      reverse: { who: finances('.y..') },
    },
  },
];

const money: readonly TransitionTable<(typeof payers)[number]>[] = [
  {
    entity: 'refund',
    states: [
      ...['draft', 'leader_review', 'manager_review', 'finance_review', 'approved', 'paying', 'failed'],
      ...['done', 'rejected', 'withdrawn'],
    ],
    actions: {
      submit: applicant('y.........', '只有申请人可以提交'),
      revise: applicant('.yyy......', '只有申请人可以退回草稿'),
      withdraw: applicant('yy........', '只有申请人可以撤回'),
      approveLeader: { who: leaders('.y........') },
      approveManager: { who: managers('..y.......') },
      approveFinance: { who: finances('...y......') },
      pay: { who: finances('....y.....') },
      retry: { who: finances('......y...') },
      rejectLeader: { who: leaders('.y........') },
      rejectManager: { who: managers('..y.......') },
      reject: { who: finances('...yy.y...') },
      paid: system,
      payFail: system,
      expire: system,
    },
  },
  {
    entity: 'invoice',
    states: ['pending', 'approved', 'issuing', 'failed', 'issued', 'rejected', 'red_pending', 'red', 'cancelled'],
    actions: {
      approve: { who: finances('y........') },
      reject: { who: finances('y........') },
      cancel: {
        who: {
          ...{ ...finances('yy.y.....'), sales: 'yy.y.....', other: ten('?'), leader: ten('!'), manager: ten('!') },
        },
        words: '只有申请人与财务可以取消',
      },
      issue: { who: finances('.y.y.....') },
      requestRed: { who: { ...leaders('....y....'), ...finances('....y....'), sales: '....y....', other: ten('?') } },
      redFlush: { who: finances('......y..') },
      wait: system,
      fail: system,
      issued: system,
      flushed: system,
    },
  },
];

const books: readonly TransitionTable<(typeof keepers)[number]>[] = [
  {
    entity: 'shipment',
    states: ['pending', 'picking', 'shipped', 'in_transit', 'signed', 'returned', 'lost', 'cancelled'],
    actions: {
      pick: { who: senders('y.......') },
      unpick: { who: senders('.y......') },
      split: { who: senders('yy......') },
      ship: { who: senders('yy......') },
      transit: { who: senders('..yy....'), repeats: true },
      sign: { who: senders('..yy....') },
      return: { who: senders('..yy....') },
      lose: { who: senders('..yy....') },
      resend: { who: senders('.....yy.') },
      cancel: { who: senders('yy......') },
    },
  },
  {
    entity: 'textbook',
    states: ['on', 'old', 'off'],
    actions: {
      receive: { who: senders('yyy'), repeats: true },
      count: { who: senders('yyy'), repeats: true },
      revise: { who: editors('y..') },
      disable: { who: editors('y..') },
      enable: { who: editors('..y') },
    },
  },
];

const services: readonly TransitionTable<(typeof servers)[number]>[] = [
  {
    entity: 'study_service',
    states: ['pending', 'waiting_contact', 'serving', 'paused', 'finished', 'terminated'],
    actions: {
      claim: { who: { admin: 'y.....', supervisor: 'y....?', peer: 'y?????' } },
      assign: { who: { admin: 'y.....', manager: 'y....?', chief: 'y....?' } },
      return: { who: serving('y..') },
      autoReturn: { who: { admin: '.y....' } },
      firstContact: {
        who: { admin: '.!....', supervisor: '?y...?', peer: ten('?') },
        words: '只有督学本人可以首联',
      },
      plan: {
        who: { admin: '..!...', supervisor: '?.y..?', peer: ten('?') },
        words: '只有督学本人可以安排学习计划',
        repeats: true,
      },
      pause: { who: serving('.y.') },
      resume: { who: serving('..y') },
      transfer: { who: { admin: '.yyy..', manager: '?yyy.?', chief: '?yyy.?' } },
      assessRisk: { who: serving('yyy'), repeats: true },
      outcome: {
        who: { admin: '..y.y.', supervisor: '?.y.y?', peer: ten('?'), chief: '?.y.y?' },
        repeats: true,
      },
      // Rows of a table were given by nobody who asks: what one may take back is tried where it is given.
      unclaim: {
        who: { admin: '.!....', supervisor: '?!...?', peer: ten('?') },
        words: ['只能撤销自己的领取', tooLate],
      },
      unassign: { who: { admin: '.!....', manager: '?!...?', chief: '?!...?' }, words: tooLate },
      untransfer: { who: { admin: '.!!!..', manager: '?!!!.?', chief: '?!!!.?' }, words: tooLate },
      finish: { who: { admin: '..y...' } },
      terminate: { who: { admin: 'yyyy..' } },
    },
  },
];

let followed: FollowedCompany;
beforeAll(async () => {
  followed = await startFollowedCompany();
}, 60_000);
afterAll(() => followed.company.close());

const harness = (): OfferHarness => ({
  documents: followed.company.documents,
  rowIn: followed.rowIn,
  input: followed.input,
  act: (by, path, body) => followed.company.act(accounts[by] ?? by, path, body),
  stored: followed.company.stored,
  page: (by, name) => shownPage(followed.company, accounts[by] ?? by, name),
  idOf: async (by) => (await followed.company.records.findOne('staff', { account: accounts[by] ?? by }))?.id,
});
testTransitions(sellers, sale, harness);
testTransitions(payers, money, harness);
testTransitions(keepers, books, harness);
testTransitions(servers, services, harness);

/** The pages that offer something of what follows of an order. */
const pagesOf: Readonly<Record<string, readonly string[]>> = {
  sales_order: ['wholeorderlist', 'orderdetails'],
  order_review: ['orderexamine', 'orderexamineDetail'],
  payment: ['paymentConfirm', 'paymentList'],
  refund: ['orderrefund', 'refundDetail'],
  invoice: ['controlInvoices', 'invoiceDetail'],
  shipment: ['orderlogistics', 'shipmentDetail'],
  textbook: ['coursetextbook', 'textbookDetail'],
  study_service: ['teacherorder', 'teacherOrderPromotePanoramic'],
};

testOffers(sellers, sale, pagesOf, harness);
testOffers(payers, money, pagesOf, harness);
testOffers(keepers, books, pagesOf, harness);
testOffers(servers, services, pagesOf, harness);

it('a review is taken from the queue by whom it may be decided by: within his limit, and not his own', async () => {
  const { company } = followed;
  const { act, database } = company;
  const next = async (by: string, skip: readonly string[] = []) =>
    (await act(by, '/v1/order/review/queue/next', { skip })).data.id;
  await database.rows("update order_review set result = 'withdrawn' where result = 'pending'");
  // The first that waits is beyond everybody but an administrator, the next beyond a leader, then his own, then one for him.
  const own = await company.customer({ ownerId: company.ids.group_leader });
  const submitted = async (discount: number, by = 'sales', over = {}) => {
    const id = await company.order(by, {
      discountReason: '老学员',
      items: [{ classTypeId: company.classTypes[0], discount, quantity: 1 }],
      ...over,
    });
    expect(await act(by, '/v1/sales/order/submit', { id })).toMatchObject({ code: '0' });
    return String((await company.records.findOne('order_review', { orderId: id }))?.id);
  };
  const beyond = [await submitted(200_000), await submitted(120_000)];
  const mine = await submitted(90_000, 'group_leader', { customerId: own });
  const fits = [await submitted(50_000), await submitted(60_000)];
  expect(await next('group_leader')).toBe(fits[0]);
  expect(await next('group_leader')).toBe(fits[0]);
  expect(await next('group_leader', fits.slice(0, 1))).toBe(fits[1]);
  expect(await next('group_leader', fits)).toBeNull();
  expect(await next('manager')).toBe(beyond[1]);
  expect(await next('manager', beyond.slice(1))).toBe(mine);
  expect(await next('admin')).toBe(beyond[0]);
  // Many at once: each one to one person, and none that is not for him.
  await database.rows('update order_review set locked_by_id = null, locked_until = null');
  const given = await Promise.all(['group_leader', 'manager', 'manager2', 'admin'].map((by) => next(by)));
  expect(new Set(given).size).toBe(given.length);
  expect(fits).toContain(given[0]);
});
