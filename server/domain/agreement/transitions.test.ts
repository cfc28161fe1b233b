import { createHash } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import type { Values } from '../../kernel/operation/record-store.ts';
import { uploadAs } from '../../testing/multipart.ts';
import { shownPage } from '../../testing/shown-pages.ts';
import {
  type OfferHarness,
  type TransitionTable,
  testOffers,
  testTransitions,
} from '../../testing/transition-table.ts';
import { type AgreementCompany, startAgreementCompany, text } from './agreement-company.testing.ts';

/** Who may do what to a template and to an agreement in which state: `sales` sold the order, `other` works beside him. */
const people = ['admin', 'sales', 'other', 'leader', 'academic', 'finance', 'manager'] as const;
type Person = (typeof people)[number];
const accounts: Partial<Readonly<Record<string, string>>> = { other: 'sales2', leader: 'group_leader' };

const unreached = '?'.repeat(11);
const sellers = (letters: string) => ({ admin: letters, sales: letters, leader: letters, other: unreached });
const reviewers = (letters: string) => ({ admin: letters, academic: letters, finance: letters });
/** What the system alone does: an administrator, who holds every key, is told so whatever the state. */
const system = { who: { admin: '!'.repeat(11) }, words: '由系统执行' };

const tables: readonly TransitionTable<Person>[] = [
  {
    entity: 'agreement_template',
    states: ['draft', 'published', 'archived'],
    actions: {
      publish: { who: { admin: 'y..', academic: 'y..', manager: 'y..' } },
      archive: { who: { admin: '.y.', academic: '.y.', manager: '.y.' } },
    },
  },
  {
    entity: 'agreement',
    states: [
      ...['draft', 'pending_upload', 'sent', 'viewed', 'reviewing', 'signed', 'archived'],
      ...['rejected', 'expired', 'revoked', 'void'],
    ],
    actions: {
      send: { who: sellers('y..........') },
      opened: system,
      sign: system,
      refuse: system,
      expire: system,
      revoke: { who: { ...sellers('yyyyy......'), academic: 'yyyyy......' } },
      upload: { who: sellers('.y.........') },
      approve: { who: reviewers('....y......') },
      reject: { who: reviewers('....y......') },
      archive: { who: { admin: '.....y.....', academic: '.....y.....' } },
      void: { who: { admin: '.....yy....', manager: '.....yy....' } },
    },
  },
];

let company: AgreementCompany;
let templateId: string;
let serial = 0;
const png = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010806000000', 'hex'),
  Buffer.alloc(64, 7),
]);
const contentHash = createHash('sha256').update(png).digest('hex');
const scan = async () => ({ file: await uploadAs(company, 'sales', '扫描件.png', png), contentHash });
const moment = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

beforeAll(async () => {
  company = await startAgreementCompany();
  templateId = await company.template();
}, 60_000);
afterAll(() => company.close());

/** An order that may be agreed on; what was refunded in full is to be void. */
async function order(refundFlag: string) {
  serial += 1;
  const { ids, records } = company;
  const customerId = await company.customer();
  const orderId = await records.insert('sales_order', {
    ...{ orderNo: `DDX${serial}`, kind: 'new', customerId, projectId: ids.project, sellerId: ids.sales },
    ...{ sellerDeptId: ids.group1, listTotal: 100_000, discountTotal: 0, payableTotal: 100_000, payMode: 'full' },
    ...{ paidTotal: 0, refundedTotal: 0, status: 'pending_payment', refundFlag, approvedAt: moment(-1) },
  });
  return { customerId, orderId };
}

async function agreement(status: string, action: string): Promise<string> {
  const isOffline = status === 'pending_upload' || status === 'reviewing';
  const isSent = !isOffline && status !== 'draft';
  return company.records.insert('agreement', {
    ...{ ...(await order(action === 'void' ? 'full' : 'none')), agreementNo: `XY-T${serial}`, templateId, status },
    ...{ templateVersion: 1, mode: isOffline ? 'offline' : 'online', signerName: '李四', signerMobile: '13900002222' },
    ...{ ownerId: company.ids.sales, sealBroken: false, uploaderId: company.ids.sales },
    ...(isSent ? { sentAt: moment(-1), expireAt: moment(6) } : {}),
    ...(isSent || status === 'reviewing' ? await scan() : {}),
  });
}

function template(status: string): Promise<string> {
  serial += 1;
  const row = { code: `MB${serial}`, name: `模板${serial}`, bindType: 'class_type', body: text, edition: 1, status };
  return company.records.insert('agreement_template', row);
}

const reason = { reason: '信息有误' };
const inputs: Partial<Readonly<Record<string, Values>>> = {
  ...{ revoke: reason, refuse: reason, void: reason, reject: { rejectReason: '没有签字' } },
};

const harness = (): OfferHarness => ({
  documents: company.documents,
  rowIn: (entity, state, action) => (entity === 'agreement' ? agreement(state, action) : template(state)),
  async input(_, action, by) {
    if (action === 'upload') return { file: await uploadAs(company, accounts[by] ?? by, '扫描件.png', png) };
    return inputs[action] ?? {};
  },
  act: (by, path, body) => company.act(accounts[by] ?? by, path, body),
  stored: company.stored,
  page: (by, name) => shownPage(company, accounts[by] ?? by, name),
  idOf: async (by) => (await company.records.findOne('staff', { account: accounts[by] ?? by }))?.id,
});
testTransitions(people, tables, harness);
testOffers(
  people,
  tables,
  { agreement: ['useragreement', 'agreementDetail'], agreement_template: ['classagreement'] },
  harness,
);
