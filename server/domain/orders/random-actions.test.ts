import { afterAll, beforeAll, expect, it } from 'vitest';
import { Random } from '../../demo/crm/values/random.ts';
import { type AgreementCompany, startAgreementCompany } from '../agreement/agreement-company.testing.ts';
import { brokenAgreements } from '../agreement/agreement-invariants.testing.ts';
import { turnOfAgreements } from '../agreement/random-agreements.testing.ts';
import { turnOfStock } from '../logistics/random-stock.testing.ts';
import { type ShippingCompany, startShippingCompany } from '../logistics/shipping-company.testing.ts';
import { brokenStock } from '../logistics/stock-invariants.testing.ts';
import { brokenGoods } from '../mall/goods-invariants.testing.ts';
import { brokenPoints } from '../mall/points-invariants.testing.ts';
import { reward, turnOfGoods } from '../mall/random-goods.testing.ts';
import { brokenMoney } from './money-invariants.testing.ts';
import { turnOfMoney } from './random-money.testing.ts';
import type { Play } from './random-play.testing.ts';

const isDeep = process.env.TEST_DEPTH === 'deep';
const steps = isDeep ? 10_000 : 300;
const seed = Number(process.env.FUZZ_SEED ?? 20_261_127);

type Company = ShippingCompany & AgreementCompany;
let company: Company;
beforeAll(async () => {
  const agreements = await startAgreementCompany();
  company = { ...agreements, ...(await startShippingCompany(agreements)) };
  // Two textbooks go with the class that is sold, too few of one.
  for (const stock of [60, 10]) await company.textbook(stock);
}, 60_000);
afterAll(() => company.close());

/** Everything that is never so, and is just now. */
const broken = async () =>
  (
    await Promise.all(
      [brokenMoney, brokenStock, brokenGoods, brokenAgreements, brokenPoints].map((look) => look(company.database)),
    )
  ).flat();

/** Money most of the time; now and then what is sent, and what is agreed on. */
async function turn(play: Play<Company>): Promise<void> {
  const kind = play.random.int(0, 9);
  if (play.random.chance(0.1)) return play.random.chance(0.4) ? reward(play) : turnOfGoods(play);
  if (kind < 5) return turnOfMoney(play);
  return kind < 8 ? turnOfStock(play) : turnOfAgreements(play);
}

/** What has to have come of a run for it to say something. */
const usual = [
  ...['pick', 'ship', 'cancel', 'return', 'modify', 'create'].map((key) => `/v1/shipment/${key}`),
  ...['create', 'send', 'upload', 'approve', 'revoke'].map((key) => `/v1/agreement/${key}`),
  ...['/v1/second/confirm', '/v1/refund/submit', '/v1/textbook/count', 'signed'],
  ...['modify', 'exchange'].map((key) => `/v1/commodity/${key}`),
  '/v1/exchange/record/cancel',
];

it(`money, stocks, agreements and points hold over ${steps} random actions`, { timeout: 7_200_000 }, async () => {
  const { schedules } = company;
  const play: Play<Company> = { company, schedules, random: new Random(seed), tally: { done: new Map(), wrong: [] } };
  const { done, wrong } = play.tally;
  for (let step = 0; step < steps; step++) {
    await turn(play);
    if (step % 500 === 499) expect(await broken()).toEqual([]);
  }
  // What happens at once falls out differently each time: it goes on until each of the usual was done, and a refund.
  const refunded = () => company.records.count('refund', { status: 'done' });
  const isMissing = async () => usual.some((path) => (done.get(path) ?? 0) === 0) || (await refunded()) === 0;
  for (let step = 0; step < 10 * steps && (await isMissing()); step++) await turn(play);
  expect(wrong).toEqual([]);
  expect(await broken()).toEqual([]);
  expect(usual.filter((path) => (done.get(path) ?? 0) === 0)).toEqual([]);
  expect(done.get('register') ?? 0).toBeGreaterThan(steps / 60);
  expect(done.get('/v1/payment/confirm') ?? 0).toBeGreaterThan(steps / 60);
  expect(await refunded()).toBeGreaterThan(0);
  const { rows } = company.database;
  expect(await rows('select 1 from invoice where invoice_no is not null')).not.toEqual([]);
  expect(await rows('select 1 from points_ledger')).not.toEqual([]);
  expect(company.worker.faults).toEqual([]);
  if (isDeep) process.stdout.write(`${JSON.stringify(Object.fromEntries(done), null, 1)}\n`);
});

it.each([
  [
    'what was paid',
    'update sales_order set paid_total = paid_total - 1 where paid_total > refunded_total',
    'paid is the sum',
  ],
  ['a price', 'update order_item set discount = discount + 1 where discount < list_price', 'payable is what'],
  ['a refund', "update refund set approved_amount = approved_amount + 1 where status = 'done'", 'refunded is the sum'],
  ['an invoice', 'update invoice set amount = amount + 1 where amount > 0', 'sum of its orders'],
  [
    'what was invoiced',
    'update sales_order set invoice_total = invoice_total + 1 where paid_total > 0',
    'issued is the sum',
  ],
  ['what one has in points', "update points_account set balance = balance + 1 where kind = 'user'", 'its ledger says'],
  ['a shelf', 'update commodity set stock_on_hand = stock_on_hand + 1', 'a shelf has what'],
  ['a stock', 'update textbook set stock_on_hand = stock_on_hand + 1', 'sum of its ledger'],
  [
    'what is agreed on',
    "update sales_order set agreement_status = 'none' where agreement_status = 'signed'",
    'how far',
  ],
  ['a signature', "update agreement_event set file_hash = 'x' where kind = 'signed'", 'its evidence names'],
  ['a payment', "update payment set status = 'pending' where status = 'confirmed'", 'paid is the sum'],
])('notices when %s is changed behind its back', async (_, statement, name) => {
  await company.database.rows(statement);
  expect((await broken()).join('\n')).toContain(name);
});
