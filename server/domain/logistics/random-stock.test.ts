import { afterAll, beforeAll, expect, it } from 'vitest';
import { Random, some } from '../../demo/crm/values/random.ts';
import { brokenMoney } from '../orders/money-invariants.testing.ts';
import { type ShippingCompany, sending, startShippingCompany } from './shipping-company.testing.ts';
import { brokenStock } from './stock-invariants.testing.ts';

const isDeep = process.env.TEST_DEPTH === 'deep';
const steps = isDeep ? 10_000 : 300;
const seed = Number(process.env.FUZZ_SEED ?? 20_261_126);

let company: ShippingCompany;
beforeAll(async () => {
  company = await startShippingCompany();
}, 60_000);
afterAll(() => company.close());

type Step = { readonly by: string; readonly path: string; readonly body: Readonly<Record<string, unknown>> };
const people = some(['logistics', 'logistics', 'logistics2', 'academic', 'sales', 'admin'] as const);
const moves = some([
  'pick',
  'pick',
  'ship',
  'ship',
  'unpick',
  'sign',
  'transit',
  'return',
  'lose',
  'resend',
  'cancel',
  'split',
] as const);

const pickOf = async (entity: string, random: Random) => {
  const rows = await company.records.pick(entity, ['id'], {}, 500);
  return rows.length === 0 ? undefined : String(rows[random.int(0, rows.length - 1)]?.id);
};

const reason = '随机';

/** What somebody tells who takes a shipment on by a transition. */
async function inputOf(key: string, shipmentId: string, random: Random): Promise<object> {
  const [line] = await company.records.find('shipment_item', { shipmentId });
  const inputs = {
    ...{ ship: sending(), transit: { place: '途中' }, split: { laterIds: [line?.textbookId] } },
    ...{ cancel: { reason }, lose: { reason }, return: { reason, restocked: random.chance(0.5) } },
  };
  return new Map<string, object>(Object.entries(inputs)).get(key) ?? {};
}

async function stepOfShipment(random: Random): Promise<Step | undefined> {
  const id = await pickOf('shipment', random);
  if (id === undefined) return undefined;
  const { version, orderNo } = await company.stored('shipment', id);
  const by = random.pick(people);
  const items = [{ textbookId: await pickOf('textbook', random), quantity: random.int(0, 3) }];
  const kind = random.int(0, 9);
  if (kind === 0) return { by, path: '/v1/shipment/modify', body: { id, version, items } };
  if (kind === 1) return { by, path: '/v1/shipment/create', body: { orderNo, items } };
  const key = random.pick(moves);
  return { by, path: `/v1/shipment/${key}`, body: { id, ...(await inputOf(key, id, random)) } };
}

async function stepOfTextbook(random: Random): Promise<Step> {
  const id = await pickOf('textbook', random);
  const by = random.pick(people);
  if (random.chance(0.6)) return { by, path: '/v1/textbook/receive', body: { id, quantity: random.int(0, 4) } };
  return { by, path: '/v1/textbook/count', body: { id, counted: random.int(0, 6), remark: '随机' } };
}

/** An order that is paid, has its payment taken back, or goes on to a new receiver. */
async function stepOfOrder(random: Random): Promise<Step | undefined> {
  const orderId = await pickOf('sales_order', random);
  if (orderId === undefined || random.chance(0.4)) {
    await company.paidFor((await company.classWith(random.int(0, 2))).classTypeId);
    return undefined;
  }
  const payment = await company.records.findOne('payment', { orderId, status: 'confirmed' });
  if (payment !== undefined && random.chance(0.3)) {
    await company.act('finance', '/v1/payment/reverse', { id: payment.id, reverseReason: reason });
    const id = (await company.records.findOne('second_request', { status: 'waiting' }))?.id;
    return { by: 'manager', path: '/v1/second/confirm', body: { id } };
  }
  const { version } = await company.stored('sales_order', orderId);
  return {
    by: 'sales',
    path: '/v1/sales/order/modify',
    body: { id: orderId, version, receiverName: `人${random.int(1, 99)}` },
  };
}

/** Takes a step, now and then twice at once; answers how often it was done. */
async function take({ by, path, body }: Step, random: Random): Promise<number> {
  const people = random.chance(0.2) ? [by, 'logistics2'] : [by];
  const answers = await Promise.all(people.map((person) => company.act(person, path, body)));
  return answers.filter(({ code }) => code === '0').length;
}

function nextStep(random: Random): Promise<Step | undefined> {
  const kind = random.int(0, 9);
  if (kind < 6) return stepOfShipment(random);
  return kind < 9 ? stepOfTextbook(random) : stepOfOrder(random);
}

it(`keeps stocks, ledgers and orders in agreement over ${steps} random actions`, async () => {
  const random = new Random(seed);
  const done = new Map<string, number>();
  for (let at = 0; at < 4; at++) await company.paidFor((await company.classWith(at)).classTypeId);
  for (let at = 0; at < steps; at++) {
    const step = await nextStep(random);
    if (step !== undefined) done.set(step.path, (done.get(step.path) ?? 0) + (await take(step, random)));
    if (at % 100 === 99) expect(await brokenStock(company.database)).toEqual([]);
  }
  expect(await brokenStock(company.database)).toEqual([]);
  expect(await brokenMoney(company.database)).toEqual([]);
  // Not a run in which nothing was ever done.
  const usual = ['pick', 'ship', 'cancel', 'return', 'modify', 'create'].map((key) => `/v1/shipment/${key}`);
  expect([...usual, '/v1/second/confirm'].filter((path) => (done.get(path) ?? 0) === 0)).toEqual([]);
}, 600_000);
