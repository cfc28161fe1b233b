import { type Answer, type OrderCompany, startOrderCompany } from '../orders/order-company.testing.ts';

type Values = Readonly<Record<string, unknown>>;

/** A company that sells classes and sends their textbooks. */
export type ShippingCompany = OrderCompany & {
  /** A textbook for the first class unless told, with so many in stock by the ledger; answers its id. */
  textbook(stock: number, over?: Values): Promise<string>;
  /** What is in stock of a textbook, and kept for somebody. */
  stock(id: string): Promise<{ readonly onHand: number; readonly locked: number }>;
  /** A class of its own, at 1 000 元, with one textbook: stocks of tests do not meet. */
  classWith(stock: number): Promise<{ readonly classTypeId: string; readonly book: string }>;
  /** An order of one of a class, paid. */
  paidFor(classTypeId: string, over?: Values): Promise<string>;
  /** A shipment of such an order, with one book, that waits. */
  waiting(stock: number): Promise<Waiting>;
  /** Has somebody take a shipment on. */
  move(by: string, key: string, id: string, input?: Values): Promise<Answer>;
  /** The same by logistics, and surely. */
  moved(key: string, id: string, input?: Values): Promise<void>;
};

type Waiting = {
  readonly classTypeId: string;
  readonly book: string;
  readonly orderId: string;
  readonly id: string;
};

/** Where textbooks of tests go to. */
export const receiver = { receiverName: '李四', receiverMobile: '13900001111', receiverAddress: '杭州市西湖区一号' };

let numbers = 0;
/** What somebody tells who ships: a number that no other shipment has. */
export function sending(): Values {
  numbers += 1;
  return { courier: 'sf', trackingNo: `SF${100_000 + numbers}` };
}

/** Starts it, or takes one that is there. */
export async function startShippingCompany(there?: OrderCompany): Promise<ShippingCompany> {
  const company = there ?? (await startOrderCompany());
  let serial = 0;
  const shipping: ShippingCompany = {
    ...company,
    async textbook(stock, over = {}) {
      serial += 1;
      const { data, code } = await company.act('admin', '/v1/textbook/create', {
        ...{ code: `JC${serial}`, name: `教材${serial}`, projectId: company.ids.project, edition: '2026 版' },
        ...{ costPrice: 2000, deductPrice: 5000, safetyStock: 0 },
        ...{ uses: [{ classTypeId: company.classTypes[0], quantity: 1 }], ...over },
      });
      const id = String(data.id);
      if (code !== '0') throw new TypeError(JSON.stringify(data));
      if (stock > 0) await company.act('logistics', '/v1/textbook/receive', { id, quantity: stock });
      return id;
    },
    async stock(id) {
      const { stockOnHand, stockLocked } = await company.stored('textbook', id);
      return { onHand: Number(stockOnHand), locked: Number(stockLocked) };
    },
    async classWith(stock) {
      serial += 1;
      const { records, ids } = company;
      const classTypeId = await records.insert('class_type', {
        ...{ code: `S${serial}`, name: `班${serial}`, projectId: ids.project, listPrice: 100_000, floorPrice: 0 },
        ...{ serviceDays: 365, hasSupervisor: true, guarantee: false, status: 'on' },
      });
      const course = { classTypeId, name: '课', lessonUnits: 10, openRule: 'at_once' };
      await records.insert('class_type_course', course);
      return { classTypeId, book: await shipping.textbook(stock, { uses: [{ classTypeId, quantity: 1 }] }) };
    },
    paidFor: (classTypeId, over = {}) =>
      company.paid(100_000, { items: [{ classTypeId, discount: 0, quantity: 1 }], ...receiver, ...over }),
    async waiting(stock) {
      const { classTypeId, book } = await shipping.classWith(stock);
      const orderId = await shipping.paidFor(classTypeId);
      const made = await company.records.findOne('shipment', { orderId });
      if (made === undefined) throw new TypeError('no shipment');
      return { classTypeId, book, orderId, id: made.id };
    },
    move: (by, key, id, input = {}) => company.act(by, `/v1/shipment/${key}`, { id, ...input }),
    async moved(key, id, input = {}) {
      const answer = await shipping.move('logistics', key, id, input);
      if (answer.code !== '0') throw new TypeError(JSON.stringify(answer));
    },
  };
  return shipping;
}
