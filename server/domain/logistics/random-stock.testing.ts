import { type Random, some } from '../../demo/crm/values/random.ts';
import { actOnceOrTwice, type Play, type Step } from '../orders/random-play.testing.ts';
import { type ShippingCompany, sending } from './shipping-company.testing.ts';

type Shipping = Play<ShippingCompany>;

const people = some([
  ...(['logistics', 'logistics', 'logistics', 'logistics2', 'logistics2'] as const),
  ...(['academic', 'sales', 'admin'] as const),
] as const);
const moves = some([
  ...(['pick', 'pick', 'ship', 'ship', 'unpick', 'sign', 'transit', 'return', 'lose', 'resend'] as const),
  ...(['cancel', 'split'] as const),
] as const);
const reason = '随机';

const pickOf = async (entity: string, { company, random }: Shipping) => {
  const rows = await company.records.pick(entity, ['id'], {}, 500);
  return rows.length === 0 ? undefined : String(rows[random.int(0, rows.length - 1)]?.id);
};

/** What somebody tells who takes a shipment on by a transition. */
async function inputOf(key: string, shipmentId: string, company: ShippingCompany, random: Random): Promise<object> {
  const [line] = await company.records.find('shipment_item', { shipmentId });
  const inputs = {
    ...{ ship: sending(), transit: { place: '途中' }, split: { laterIds: [line?.textbookId] } },
    ...{ cancel: { reason }, lose: { reason }, return: { reason, restocked: random.chance(0.5) } },
  };
  return new Map<string, object>(Object.entries(inputs)).get(key) ?? {};
}

async function stepOfShipment(play: Shipping): Promise<Step | undefined> {
  const { company, random } = play;
  const id = await pickOf('shipment', play);
  if (id === undefined) return undefined;
  const { version, orderNo } = await company.stored('shipment', id);
  const by = random.pick(people);
  const items = [{ textbookId: await pickOf('textbook', play), quantity: random.int(0, 3) }];
  const kind = random.int(0, 9);
  if (kind === 0) return { by, path: '/v1/shipment/modify', body: { id, version, items } };
  if (kind === 1) return { by, path: '/v1/shipment/create', body: { orderNo, items } };
  const key = random.pick(moves);
  return { by, path: `/v1/shipment/${key}`, body: { id, ...(await inputOf(key, id, company, random)) } };
}

async function stepOfTextbook(play: Shipping): Promise<Step> {
  const { random } = play;
  const id = await pickOf('textbook', play);
  const by = random.pick(people);
  if (random.chance(0.6)) return { by, path: '/v1/textbook/receive', body: { id, quantity: random.int(0, 4) } };
  const counted = random.int(0, 40);
  return { by, path: '/v1/textbook/count', body: { id, counted, remark: reason } };
}

/** An order goes to a new receiver. */
async function stepOfOrder(play: Shipping): Promise<Step | undefined> {
  const { company, random } = play;
  const id = await pickOf('sales_order', play);
  if (id === undefined) return undefined;
  const { version } = await company.stored('sales_order', id);
  return {
    by: 'sales',
    path: '/v1/sales/order/modify',
    body: { id, version, receiverName: `人${random.int(1, 99)}` },
  };
}

/** Takes a shipment or a textbook on, or has an order go elsewhere; now and then twice at once. */
export async function turnOfStock(play: Shipping): Promise<void> {
  const kind = play.random.int(0, 9);
  const step = await (kind < 7 ? stepOfShipment(play) : kind < 9 ? stepOfTextbook(play) : stepOfOrder(play));
  if (step !== undefined) await actOnceOrTwice(step, play);
}
