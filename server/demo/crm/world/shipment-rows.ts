import type { Cell, LoadedRow, Sealed } from '../../../db/load/table-writer.ts';
import type { Colleague } from '../company/colleagues.ts';
import type { Organisation } from '../company/organisation.ts';
import { day, hour } from '../values/calendar.ts';
import { projectFacts } from '../values/catalogue.ts';
import { DemoNumbers, demoId } from '../values/demo-ids.ts';
import { Random, some } from '../values/random.ts';
import { Stocks } from './stock-rows.ts';

/** A paid order, as its textbooks need it. */
export type SentOrder = {
  readonly orderId: string;
  readonly orderNo: string;
  readonly customerId: string;
  readonly projectId: string;
  readonly seller: Colleague;
  /** Who has the study service of it. */
  readonly supervisor: Colleague | undefined;
  readonly name: string;
  readonly mobile: Sealed;
  readonly city: string;
  /** When it was due to be sent; undefined where nothing is yet. */
  readonly dueAt: number | undefined;
  /** When all of its money went back. */
  readonly refundedAt: number | undefined;
};

/** What an order says of its textbooks, and where they go. */
export type SentState = {
  readonly logisticsStatus: string;
  readonly receiverName: string;
  readonly receiverMobile: Sealed;
  readonly receiverAddress: Sealed;
};

type Parts = {
  readonly organisation: Organisation;
  readonly now: number;
  /** When the textbooks were first bought. */
  readonly opened: number;
  readonly seal: (text: string) => Sealed;
  readonly add: (entity: string, row: LoadedRow) => void;
};

type Cells = Readonly<Record<string, Cell>>;
type Book = { readonly id: string; readonly name: string; readonly edition: string; readonly deductPrice: number };
type State = 'pending' | 'short' | 'picking' | 'shipped' | 'in_transit' | 'signed' | 'returned' | 'lost' | 'cancelled';

/** Where what was paid of late stands, and what was paid before: each in turn, so that there is one of each. */
const young = some<State>(['pending', 'picking', 'shipped', 'in_transit', 'short', 'pending', 'signed']);
const old = some<State>(['signed', 'signed', 'returned', 'signed', 'signed', 'lost', 'signed', 'signed', 'in_transit']);
const sentStates: readonly State[] = ['shipped', 'in_transit', 'signed', 'returned', 'lost'];
const youth = 14 * day;
const couriers = some(['sf', 'jd', 'zto', 'yto', 'ems'] as const);
const courierNames: Readonly<Record<string, string>> = { sf: '顺丰', jd: '京东', zto: '中通', yto: '圆通', ems: 'EMS' };
const streets = some(['人民路', '解放路', '中山路', '建设街', '学府路', '文化路'] as const);

/** Textbooks, what there is of them, and the shipments of orders. Random numbers of its own leave everything else as it is. */
export class Shipments {
  readonly numbers = new DemoNumbers('shipment.shipmentNo', 'WL');
  readonly #stocks: Stocks;
  readonly #books = new Map<string, readonly Book[]>();
  /** The textbook of each project that nobody has bought yet. */
  readonly #missing = new Map<string, Book>();
  readonly #shipper: string;
  #young = 0;
  #old = 0;
  #refunded = 0;
  #sent = 0;

  constructor(
    private readonly parts: Parts,
    classes: readonly LoadedRow[],
  ) {
    const { organisation, opened, add, now } = parts;
    const random = new Random(4127);
    this.#shipper = organisation.byAccount('logistics').id;
    this.#stocks = new Stocks(this.#shipper, { opened, now, add }, random);
    const academic = organisation.byAccount('academic').id;
    const base = (createdAt: number) => ({ id: demoId(createdAt, random), createdAt, createdBy: academic });
    for (const [place, { code, short }] of projectFacts.entries()) {
      const projectId = organisation.projectId(code);
      const uses = classes.filter((one) => one.projectId === projectId);
      const write = (at: number, name: string, no: string, over: Cells): Book => {
        const row = {
          ...base(at),
          code: `JC${place + 1}${no}`,
          name: `${short}${name}`,
          projectId,
        };
        const book = { ...row, edition: '2026 版', deductPrice: 6800, status: 'on', ...over };
        this.#stocks.open({ ...book, costPrice: 2600, safetyStock: 20, isbn: `978-7-302-5${place}${no}-7` });
        for (const [line, { id }] of uses.entries())
          add('textbook_use', { ...base(at), textbookId: book.id, classTypeId: id, quantity: 1, place: line + 1 });
        return book;
      };
      const former = write(opened, '核心教材', '001', { edition: '2025 版', status: 'old' });
      const core = write(opened + day, '核心教材', '011', { formerId: former.id });
      const past = write(opened, '历年真题', '002', { deductPrice: 4200 });
      this.#books.set(projectId, [core, past]);
      this.#missing.set(projectId, write(now - 20 * day, '冲刺讲义', '003', { deductPrice: 2800 }));
    }
  }

  /** Writes the shipments of an order; answers what the order says of them. */
  send(order: SentOrder): SentState {
    const { seal } = this.parts;
    const random = new Random(Number.parseInt(order.orderId.slice(-8), 16) ^ 0x51c7);
    const address = `${order.city}市${random.pick(streets)} ${random.int(1, 300)} 号`;
    const receiver = {
      ...{ receiverName: order.name, receiverMobile: order.mobile, receiverAddress: seal(address) },
    };
    const { dueAt } = order;
    if (dueAt === undefined) return { logisticsStatus: 'none', ...receiver };
    const state = this.#stateOf(order, dueAt);
    const id = this.#shipment(order, receiver, { state, at: dueAt, originId: null }, random);
    const isBack = state === 'returned' || state === 'lost';
    if (!isBack) return { logisticsStatus: statusOf(state), ...receiver };
    // What came back a week ago waits to be sent again, what came back before was.
    const againAt = dueAt + 6 * day;
    if (order.refundedAt !== undefined) return { logisticsStatus: 'none', ...receiver };
    if (this.#old % 2 === 0) return { logisticsStatus: 'pending', ...receiver };
    this.#shipment(order, receiver, { state: 'signed', at: againAt, originId: id }, random);
    return { logisticsStatus: 'signed', ...receiver };
  }

  /** Writes what there is of each textbook, and how it came to that. */
  settle(): void {
    this.#stocks.settle();
  }

  #stateOf({ refundedAt }: SentOrder, dueAt: number): State {
    const isYoung = this.parts.now - dueAt < youth;
    if (refundedAt !== undefined) {
      this.#refunded += 1;
      return this.#refunded % 2 === 1 ? 'cancelled' : 'signed';
    }
    if (!isYoung) {
      this.#old += 1;
      return old[this.#old % old.length] ?? 'signed';
    }
    this.#young += 1;
    return young[this.#young % young.length] ?? 'pending';
  }

  #shipment(
    order: SentOrder,
    receiver: Omit<SentState, 'logisticsStatus'>,
    { state, at, originId }: { readonly state: State; readonly at: number; readonly originId: string | null },
    random: Random,
  ): string {
    const { now, add } = this.parts;
    const id = demoId(at, random);
    const missing = this.#missing.get(order.projectId);
    const usual = this.#books.get(order.projectId) ?? [];
    const books = state === 'short' && missing !== undefined ? [...usual, missing] : usual;
    const moment = (hours: number) => Math.min(at + hours * hour, now);
    const isSent = sentStates.includes(state);
    const shipmentNo = this.numbers.next(at);
    add('shipment', {
      ...{ id, createdAt: at, createdBy: null, updatedAt: moment(isSent ? 90 : 4), shipmentNo, originId },
      ...{ orderId: order.orderId, orderNo: order.orderNo, customerId: order.customerId, projectId: order.projectId },
      ...{ sellerId: order.seller.id, sellerDeptId: order.seller.departmentId, ...receiver },
      ...supervisionOf(order),
      ...{ status: state === 'short' ? 'pending' : state, bookCount: books.length },
      summary: books.map(({ name }) => `${name} × 1`).join('、'),
      stockReady: state !== 'short' && state !== 'cancelled',
      remark: originId === null ? null : '重新寄送',
      ...(state === 'picking' || isSent ? { pickerId: this.#shipper, pickedAt: moment(4) } : {}),
      ...(isSent ? this.#way(state, moment, random) : {}),
      ...(state === 'cancelled' ? { reason: '订单退费' } : {}),
    });
    for (const [place, { id: textbookId, name, edition, deductPrice }] of books.entries()) {
      add('shipment_item', {
        ...{ id: demoId(at, random), createdAt: at, createdBy: null, shipmentId: id, textbookId, place: place + 1 },
        ...{ textbookName: name, edition, quantity: 1, deductPrice },
      });
      if (textbookId !== missing?.id) this.#entries(id, textbookId, state, { at, moment });
    }
    return id;
  }

  /** How a shipment that was sent went on its way. */
  #way(state: State, moment: (hours: number) => number, random: Random): Cells {
    const courier = random.pick(couriers);
    this.#sent += 1;
    const trackingNo = `${courier.toUpperCase()}${String(20_260_000_000 + this.#sent)}`;
    const stations = [
      { at: moment(24), text: `已发货：${courierNames[courier]} ${trackingNo}` },
      ...(state === 'shipped' ? [] : [{ at: moment(48), text: '已到达转运中心' }]),
      ...(state === 'signed' ? [{ at: moment(80), text: '已签收' }] : []),
    ].map(({ at, text }) => ({ at: new Date(at).toISOString(), text }));
    return {
      ...{ courier, trackingNo, freight: 1200, shipperId: this.#shipper, shippedAt: moment(24) },
      ...messageOf(this.#sent, moment(24)),
      traces: JSON.stringify(stations),
      signedAt: state === 'signed' ? moment(80) : null,
      restocked: state === 'returned' ? true : null,
      reason: state === 'returned' ? '收件人搬家，拒收' : state === 'lost' ? '承运人确认丢失' : null,
    };
  }

  #entries(
    shipmentId: string,
    textbookId: string,
    state: State,
    { at, moment }: { readonly at: number; readonly moment: (hours: number) => number },
  ): void {
    const enter = (time: number, reason: string, onHand: number, locked: number) =>
      this.#stocks.enter({ textbookId, at: time, reason, onHand, locked, shipmentId });
    enter(at, 'lock', 0, 1);
    if (state === 'cancelled') enter(moment(24), 'unlock', 0, -1);
    if (sentStates.includes(state)) enter(moment(24), 'ship', -1, -1);
    if (state === 'returned') enter(moment(90), 'return', 1, 0);
  }
}

function statusOf(state: State): string {
  if (state === 'signed') return 'signed';
  if (state === 'shipped' || state === 'in_transit') return 'shipped';
  return state === 'cancelled' ? 'none' : 'pending';
}

function supervisionOf({ supervisor }: SentOrder) {
  return { supervisorId: supervisor?.id ?? null, supervisorDeptId: supervisor?.departmentId ?? null };
}

/** What became of the message to the receiver: most were sent, now and then one wants none or is not reached. */
function messageOf(place: number, shippedAt: number): Cells {
  const tried = { smsAttempts: 1 };
  if (place % 13 === 5) return { ...tried, smsStatus: 'skipped', smsProblem: '已退订' };
  if (place % 17 === 9) return { ...tried, smsStatus: 'failed', smsProblem: '号码不存在' };
  return { ...tried, smsStatus: 'sent', smsSentAt: shippedAt + 10_000 };
}
