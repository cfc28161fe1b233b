import { createHash } from 'node:crypto';
import type { LoadedRow, Sealed } from '../../../db/load/table-writer.ts';
import { plainPdf } from '../../../files/plain-pdf.ts';
import type { Colleague } from '../company/colleagues.ts';
import type { Organisation } from '../company/organisation.ts';
import { day, hour } from '../values/calendar.ts';
import { DemoNumbers, demoId } from '../values/demo-ids.ts';
import { Random } from '../values/random.ts';

/** An order nothing of which went back, as its invoice needs it; what was paid in cents. */
export type InvoicedOrder = {
  readonly orderId: string;
  readonly orderNo: string;
  readonly customerId: string;
  readonly seller: Colleague;
  readonly name: string;
  readonly paid: number;
  /** When it was paid last. */
  readonly paidAt: number;
};

type Parts = {
  readonly organisation: Organisation;
  readonly now: number;
  readonly seal: (text: string) => Sealed;
  readonly add: (entity: string, row: LoadedRow) => void;
};

/** Where invoices stand: each in turn, most of them issued. */
const states = [
  'issued',
  'pending',
  'approved',
  'issued',
  'failed',
  'red_pending',
  'issued',
  'rejected',
  'red',
  'cancelled',
];
const counted: readonly string[] = ['issued', 'red_pending'];
const numbered: readonly string[] = [...counted, 'red'];
const reviewed: readonly string[] = [...numbered, 'approved', 'failed'];
/** One paid order in so many has one. */
const share = 6;

/** What every issued invoice of the demo shows: kept once, however many there are. */
const paper = plainPdf(['电子发票（示例，无效）', '购买方、号码与金额见发票单']);
const digest = createHash('sha256').update(paper).digest('hex');
const storageKey = digest.slice(0, 40);

/** The invoices of orders. Random numbers of its own leave everything else as it is. */
export class Invoices {
  readonly numbers = new DemoNumbers('invoice.invoiceApplyNo', 'FP');
  /** Contents of the files. */
  readonly contents: readonly { readonly key: string; readonly content: Uint8Array }[] = [
    { key: storageKey, content: paper },
  ];
  readonly #cashiers: readonly Colleague[];
  #paid = 0;
  #made = 0;
  #issued = 0;

  constructor(private readonly parts: Parts) {
    this.#cashiers = parts.organisation.staff.filter(({ role }) => role === 'finance');
  }

  /** Writes the invoice of an order, if it has one; answers what of it is invoiced. */
  write(order: InvoicedOrder): number {
    this.#paid += 1;
    if (this.#paid % share !== 1) return 0;
    const status = states[this.#made % states.length] ?? 'issued';
    this.#made += 1;
    const random = new Random(Number.parseInt(order.orderId.slice(-8), 16) ^ 0x3b1d);
    const at = Math.min(order.paidAt + random.int(2, 40) * hour, this.parts.now);
    const blueId = this.#invoice(order, { status, at, amount: order.paid, redOfId: null }, random);
    if (status === 'red')
      this.#invoice(
        order,
        { status: 'issued', at: Math.min(at + day, this.parts.now), amount: -order.paid, redOfId: blueId },
        random,
      );
    return counted.includes(status) ? order.paid : 0;
  }

  #invoice(
    { orderId, orderNo, customerId, seller, name }: InvoicedOrder,
    { status, at, amount, redOfId }: { status: string; at: number; amount: number; redOfId: string | null },
    random: Random,
  ): string {
    const { add, seal, now } = this.parts;
    const id = demoId(at, random);
    const isNumbered = numbered.includes(status);
    const reviewedAt = Math.min(at + 2 * hour, now);
    if (isNumbered) this.#issued += 1;
    const isOfCompany = this.#made % 3 === 0 && status !== 'failed';
    const invoiceApplyNo = this.numbers.next(at);
    const made = { id, invoiceApplyNo, at: reviewedAt, by: seller.id };
    const file = isNumbered ? this.#document(made, random) : null;
    add('invoice', {
      ...{ id, createdAt: at, createdBy: seller.id, updatedAt: reviewedAt, invoiceApplyNo, file },
      ...{ customerId, kind: 'e_normal', titleType: isOfCompany ? 'company' : 'personal', content: '培训费', amount },
      ...{ title: isOfCompany ? '北京明德咨询有限公司' : name, taxNo: isOfCompany ? '91110108MA01ABCD2X' : null },
      ...{ email: seal(`fp${orderNo.slice(-6)}@example.com`), applicantId: seller.id, redOfId, status },
      applicantDeptId: seller.departmentId,
      ...(reviewed.includes(status)
        ? { reviewerId: this.#cashiers.find((one) => one.id !== seller.id)?.id ?? null, reviewedAt }
        : {}),
      invoiceNo: isNumbered ? `2611${String(this.#issued).padStart(16, '0')}` : null,
      issuedAt: isNumbered ? reviewedAt : null,
      attempts: status === 'failed' ? 1 : 0,
      failReason: status === 'failed' ? '开票渠道没有应答（已尝试 8 次）' : null,
      rejectReason: status === 'rejected' ? '抬头与付款人不符' : null,
      redReason: status === 'red' || status === 'red_pending' ? '抬头有误，重开' : null,
    });
    add('invoice_item', {
      ...{
        id: demoId(at, random),
        createdAt: at,
        createdBy: seller.id,
        invoiceId: id,
        orderId,
        orderNo,
        amount,
        place: 1,
      },
    });
    return id;
  }

  /** The document of an issued invoice; answers its id. */
  #document(
    invoice: { readonly id: string; readonly invoiceApplyNo: string; readonly at: number; readonly by: string },
    random: Random,
  ): string {
    const id = demoId(invoice.at, random);
    this.parts.add('file_object', {
      ...{ id, createdAt: invoice.at, createdBy: invoice.by, name: `发票${invoice.invoiceApplyNo}.pdf`, kind: 'doc' },
      ...{ mime: 'application/pdf', size: paper.length, storageKey, sha256: digest },
      ...{ bizEntity: 'invoice', bizId: invoice.id, private: true },
    });
    return id;
  }
}
