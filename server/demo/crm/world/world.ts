import type { LoadedRow, Sealed } from '../../../db/load/table-writer.ts';
import type { Colleague } from '../company/colleagues.ts';
import type { Organisation } from '../company/organisation.ts';
import type { Quality } from '../quality/quality-rows.ts';
import type { DemoNumbers } from '../values/demo-ids.ts';
import type { Random } from '../values/random.ts';
import type { AgreedOrder, AgreedState } from './agreement-rows.ts';
import type { InvoicedOrder } from './invoice-rows.ts';
import type { KeptStudent } from './kept-students.ts';
import type { ChainedRefund, MadeRefund, RefundedOrder } from './refund-rows.ts';
import type { Sold, SoldOrder, YoungState } from './sale-rows.ts';
import type { ServedOrder } from './service-rows.ts';
import type { SentOrder, SentState } from './shipment-rows.ts';

/** What carries a number of its day. */
type Numbered =
  | 'customer'
  | 'lead'
  | 'opportunity'
  | 'call'
  | 'order'
  | 'ledger'
  | 'workOrder'
  | 'commodity'
  | 'exchange'
  | 'student'
  | 'question'
  | 'paper'
  | 'attempt'
  | 'asked';

/** What every part of the demo data is made with. */
export type World = {
  readonly organisation: Organisation;
  readonly random: Random;
  readonly now: number;
  readonly numbers: Readonly<Record<Numbered, DemoNumbers>>;
  /** Encrypts and hashes a value for a masked field. */
  readonly seal: (text: string) => Sealed;
  /** What is heard in calls. */
  readonly quality: Quality;
  /** The number a seat calls from, encrypted once. */
  readonly sealedSeat: (seatCode: string) => Sealed;
  readonly add: (entity: string, row: LoadedRow) => void;
  /** Students whom exams, questions and comments are about. */
  readonly students: readonly KeptStudent[];
  /** Courses students learn in and comment on. */
  readonly courses: readonly {
    readonly type: string;
    readonly id: string;
    readonly name: string;
    readonly projectId: string;
  }[];
  /** Who supervises a customer that paid then; undefined while he waits in the pool. */
  readonly supervisorOf: (customerId: string, paidAt: number) => Colleague | undefined;
  /** A mobile number nobody has yet. */
  readonly newMobile: () => string;
  /** Makes the study service of a paid order. */
  readonly serve: (order: ServedOrder) => void;
  /** Where the next order stands that nobody is to pay. */
  readonly young: () => YoungState;
  /** Makes what an order consists of. */
  readonly sell: (order: SoldOrder) => Sold;
  /** Makes the invoice of an order, if it has one; answers what is invoiced. */
  readonly bill: (order: InvoicedOrder) => number;
  /** Makes the shipments of an order's textbooks. */
  readonly send: (order: SentOrder) => SentState;
  /** Refunds that a rescue which failed led to. */
  readonly chained: readonly ChainedRefund[];
  /** Makes the refund of an order, if it has one. */
  readonly giveBack: (order: RefundedOrder) => MadeRefund | undefined;
  /** Makes the agreement of an order; answers what the order says of it. */
  readonly agree: (order: AgreedOrder) => AgreedState;
};
