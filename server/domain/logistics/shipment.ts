import { formatMessage } from '../../../engine/model/texts/index.ts';
import { type Place, refuse } from '../../kernel/errors/app-error.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import type { DomainRules, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { logisticsText } from '../../texts/domain/logistics-text.ts';
import { refuseLogistics } from './errors.ts';
import { keepWholeStock, releaseStock, returnStock, sendStock } from './kept-stock.ts';
import { makeShipment, ofOrder, receiverOf, settleOrder, settleShipment } from './make-shipment.ts';
import { courierName, messageDue } from './tell-receiver.ts';

/** States of an order whose textbooks may be sent. */
const sendable: readonly unknown[] = ['part_paid', 'paid', 'in_service', 'finished'];
const maxTraces = 100;

/** Rules of shipments that documents cannot say: of which order, what is kept in stock for them, what becomes of it. */
export const shipmentRules: DomainRules = {
  entity: 'shipment',

  async beforeCreate(values, context) {
    const found = await context.records.findOne('sales_order', { orderNo: values.orderNo });
    const order = found && (await context.records.lockOne('sales_order', found.id));
    if (order === undefined)
      throw invalidInput([
        {
          code: 'E_INPUT_REFERENCE',
          pointer: '/orderNo',
          title: formatMessage(logisticsText('shipment.orderNo')),
          got: String(values.orderNo),
        },
      ]);
    refuseUnsendable(order, { pointer: '/orderNo', title: logisticsText('shipment.orderNo') });
    const receiver = await receiverOf(order, context);
    const given = Object.entries(values).filter(([key, value]) => key in receiver && value !== null);
    return { ...(await ofOrder(order, context)), ...receiver, ...Object.fromEntries(given) };
  },

  async afterCreate(id, { orderId }, context) {
    await settleShipment(id, context);
    await settleOrder(orderId, context);
  },

  async afterModify(shipment, _, context) {
    if (shipment.status === 'pending') await settleShipment(shipment.id, context);
  },

  transitions: {
    pick: {
      check: (shipment, _, context) => refuseHeld(shipment, context),
      async after({ id }, _, context) {
        await keepWholeStock(id, context);
        await context.records.update('shipment', id, { stockReady: true });
      },
    },
    ship: {
      async check(shipment, _, context) {
        await refuseHeld(shipment, context);
      },
      set: async (shipment, { courier, trackingNo }, context) => ({
        ...traced(shipment, `已发货：${courierName(courier, context)} ${trackingNo}`, context),
        ...(await messageDue(context)),
      }),
      async after({ id, orderId }, _, context) {
        await sendStock(id, context);
        await context.records.update('shipment', id, { stockReady: true });
        await settleOrder(orderId, context);
      },
    },
    transit: { set: async (shipment, { place }, context) => traced(shipment, String(place), context), after: ordered },
    sign: { set: async (shipment, _, context) => traced(shipment, '已签收', context), after: ordered },
    return: {
      set: async (shipment, { reason }, context) => traced(shipment, `退回：${reason}`, context),
      async after(shipment, { restocked }, context) {
        if (restocked === true) await returnStock(shipment.id, context);
        await settleOrder(shipment.orderId, context);
      },
    },
    lose: {
      set: async (shipment, { reason }, context) => traced(shipment, `丢失：${reason}`, context),
      after: ordered,
    },
    cancel: {
      set: async () => ({ stockReady: false }),
      async after(shipment, _, context) {
        await releaseStock(shipment.id, context);
        await settleOrder(shipment.orderId, context);
      },
    },
    split: { after: split },
    resend: { check: (shipment, _, context) => refuseHeld(shipment, context), after: resend },
  },
};

function ordered({ orderId }: StoredRecord, _: Values, context: RuleContext): Promise<void> {
  return settleOrder(orderId, context);
}

/** Nothing is sent of an order that is not paid, was refunded, or is being refunded; it is held, so that it stays so. */
async function refuseHeld({ orderId }: StoredRecord, { records }: RuleContext): Promise<void> {
  const order = await records.lockOne('sales_order', String(orderId));
  if (order === undefined) throw refuse('E_NOT_FOUND');
  refuseUnsendable(order);
}

function refuseUnsendable({ status, refundFlag, orderNo }: StoredRecord, place?: Place): void {
  if (!sendable.includes(status)) throw refuseLogistics('E_SHIPMENT_ORDER', { order: orderNo }, place);
  if (refundFlag === 'applying') throw refuseLogistics('E_SHIPMENT_REFUND', { order: orderNo }, place);
}

/** The way of a shipment with one station more. */
function traced({ traces }: StoredRecord, text: string, { now }: RuleContext): Values {
  const known = Array.isArray(traces) ? traces : [];
  return { traces: [...known.slice(1 - maxTraces), { at: now, text: text.slice(0, 200) }] };
}

/** Some of the textbooks go with another shipment, later; what is kept in stock goes along. */
async function split(shipment: StoredRecord, { laterIds }: Values, context: RuleContext): Promise<void> {
  const { records } = context;
  const later = Array.isArray(laterIds) ? laterIds : [];
  const items = await records.find('shipment_item', { shipmentId: shipment.id });
  const moved = items.filter(({ textbookId }) => later.includes(textbookId));
  if (moved.length !== later.length || moved.length === items.length)
    throw refuseLogistics('E_SHIPMENT_SPLIT', {}, { pointer: '/laterIds', title: logisticsText('shipment.later') });
  const order = await records.lockOne('sales_order', String(shipment.orderId));
  if (order === undefined) throw refuse('E_NOT_FOUND');
  for (const { id } of moved) await records.remove('shipment_item', id);
  await settleShipment(shipment.id, context);
  const { receiverName, receiverMobile, receiverAddress } = shipment;
  const books = moved.map(({ textbookId, quantity }) => ({
    ...{ textbookId: String(textbookId), quantity: Number(quantity) },
  }));
  await makeShipment(
    order,
    books,
    { receiverName, receiverMobile, receiverAddress, remark: `拆自 ${shipment.shipmentNo}` },
    context,
  );
}

/** What came back or was lost is sent again, to whom the order names now. */
async function resend(shipment: StoredRecord, _: Values, context: RuleContext): Promise<void> {
  const { records } = context;
  const order = await records.lockOne('sales_order', String(shipment.orderId));
  if (order === undefined) throw refuse('E_NOT_FOUND');
  const items = await records.find('shipment_item', { shipmentId: shipment.id });
  const books = [...items]
    .sort((one, other) => Number(one.place) - Number(other.place))
    .map(({ textbookId, quantity }) => ({ textbookId: String(textbookId), quantity: Number(quantity) }));
  const more = { originId: shipment.id, remark: `重寄 ${shipment.shipmentNo}` };
  await makeShipment(order, books, more, context);
}
