import { createHash } from 'node:crypto';
import type { LoadedRow, Sealed } from '../../../db/load/table-writer.ts';
import { day, hour, minute } from '../values/calendar.ts';
import { DemoNumbers, demoId } from '../values/demo-ids.ts';
import { Random } from '../values/random.ts';
import { AgreementTemplates } from './agreement-template-rows.ts';

/** An order an agreement is about. */
export type AgreedOrder = {
  readonly orderId: string;
  readonly orderNo: string;
  readonly customerId: string;
  readonly sellerId: string;
  readonly name: string;
  readonly mobile: Sealed;
  readonly project: string;
  /** In cents. */
  readonly payable: number;
  readonly createdAt: number;
  /** When it was paid first; undefined while nobody has. */
  readonly paidAt: number | undefined;
  readonly isRefunded: boolean;
};

/** What an order says of its agreement. */
export type AgreedState = { readonly agreementStatus: string; readonly agreementTemplateId: string | null };

type Parts = {
  readonly now: number;
  readonly seal: (text: string) => Sealed;
  readonly add: (entity: string, row: LoadedRow) => void;
  /** Who reviews scans and files agreements. */
  readonly keeperId: string | null;
};

/** Where the agreement of an order stands that nobody has paid, and of one that is not signed by now: each in turn. */
const waiting = ['sent', 'viewed', 'draft', 'pending_upload', 'reviewing', 'expired', 'rejected', 'revoked'];
const unsent: readonly string[] = ['draft', 'pending_upload', 'reviewing'];
const offlineStates: readonly string[] = ['pending_upload', 'reviewing'];
const pending: readonly string[] = [...unsent, 'sent', 'viewed', 'expired', 'rejected', 'revoked'];
/** So many of the latest have a text of their own; what is older shows the same. */
const ownTexts = 400;
const scan = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4////fwAJ+wP9KobjigAAAABJRU5ErkJggg==',
  'base64',
);

type Values = Readonly<Record<string, string | number>>;
type Content = { readonly key: string; readonly content: Uint8Array };

/** Writes the templates of agreements, and an agreement to each new order. Random numbers of its own leave all else as it is. */
export class Agreements {
  readonly numbers = new DemoNumbers('agreement.agreementNo', 'XY');
  /** Contents of the files, each once. */
  readonly contents: Content[] = [];
  readonly #templates: AgreementTemplates;
  readonly #shared: { readonly text: string; readonly scan: string };
  readonly #sizes = new Map<string, number>();
  #waiting = 0;

  constructor(
    private readonly parts: Parts,
    opened: number,
  ) {
    this.#templates = new AgreementTemplates(opened, parts.add);
    this.#shared = { text: this.#keep(pageOf('课程服务协议（示例）', '<p>示例</p>')), scan: this.#keep(scan) };
  }

  write(order: AgreedOrder): AgreedState {
    const { now } = this.parts;
    const none = { agreementStatus: 'none', agreementTemplateId: null };
    const random = Random.of(order.orderId);
    const at = (order.paidAt ?? order.createdAt) + random.int(3, 30) * minute;
    if (at > now) return none;
    const status = this.#statusOf(order, at, random);
    const edition = this.#templates.at(at);
    this.#agreement(order, { status, at, edition: edition.number, templateId: edition.id }, random);
    const inForce = status === 'void' ? 'void' : 'signed';
    return { agreementStatus: pending.includes(status) ? 'pending' : inForce, agreementTemplateId: edition.id };
  }

  #statusOf({ paidAt, isRefunded }: AgreedOrder, at: number, random: Random): string {
    const signedAt = at + hour;
    if (paidAt !== undefined && signedAt <= this.parts.now && random.chance(0.9)) {
      if (isRefunded) return 'void';
      return at + 3 * day < this.parts.now || random.chance(0.3) ? 'archived' : 'signed';
    }
    if (isRefunded) return 'revoked';
    this.#waiting += 1;
    const state = waiting[(this.#waiting - 1) % waiting.length] ?? 'sent';
    // What was sent more than a week ago is over.
    const isOld = at + 7 * day < this.parts.now;
    if (state === 'expired' && !isOld) return 'sent';
    return isOld && (state === 'sent' || state === 'viewed') ? 'expired' : state;
  }

  #agreement(order: AgreedOrder, plan: Plan, random: Random): void {
    const { seal, add, now, keeperId } = this.parts;
    const { status, at } = plan;
    const id = demoId(at, random);
    // A scan is filed once it is approved: it is never signed and not filed.
    const isOffline = offlineStates.includes(status) || (status === 'archived' && random.chance(0.12));
    const signedAt = at + random.int(10, 55) * minute;
    const agreementNo = this.numbers.next(at);
    const file = this.#fileOf(order, { ...plan, id, agreementNo, isOffline }, random);
    add('agreement', {
      ...{ id, createdAt: at, createdBy: order.sellerId, agreementNo, status, sealBroken: false },
      ...{ templateId: plan.templateId, templateVersion: plan.edition, orderId: order.orderId },
      ...{ customerId: order.customerId, mode: isOffline ? 'offline' : 'online', ownerId: order.sellerId },
      ...{ signerName: seal(order.name), signerMobile: order.mobile, payPlan: '一次付清' },
      ...{ classTypes: `${order.project}课程 ${(order.payable / 100).toFixed(2)} 元`, ...file },
      ...(isOffline ? {} : sentOf(status, at)),
      ...(isSigned(status) ? { signedAt } : {}),
      ...(status === 'archived' ? { archivedAt: Math.min(now, signedAt + hour) } : {}),
      ...(isOffline && status !== 'pending_upload' ? { uploaderId: order.sellerId } : {}),
      ...(isOffline && isSigned(status) ? { reviewerId: keeperId } : {}),
      ...reasons[status],
      updatedAt: isSigned(status) ? Math.min(now, signedAt + hour) : at,
    });
    this.#events({ id, status, at, signedAt, contentHash: file.contentHash }, isOffline, random);
  }

  /** The file an agreement has in its state: its text, or a scan. */
  #fileOf(order: AgreedOrder, made: Made, random: Random): { file: string | null; contentHash: string | null } {
    if (made.status === 'draft' || made.status === 'pending_upload') return { file: null, contentHash: null };
    const isOwn = !made.isOffline && this.contents.length < ownTexts && made.at > this.parts.now - 40 * day;
    const body = `<p>甲方${order.name}与学校就${order.project}课程达成如下协议，订单 ${order.orderNo}，金额 ${(order.payable / 100).toFixed(2)} 元。</p>`;
    const own = isOwn ? this.#keep(pageOf(`课程服务协议 ${made.agreementNo}`, body)) : undefined;
    const contentHash = made.isOffline ? this.#shared.scan : (own ?? this.#shared.text);
    const id = demoId(made.at, random);
    const name = made.isOffline ? '扫描件.png' : `课程服务协议${made.agreementNo}.html`;
    this.parts.add('file_object', {
      ...{ id, createdAt: made.at, createdBy: order.sellerId, name, kind: made.isOffline ? 'image' : 'doc' },
      ...{
        mime: made.isOffline ? 'image/png' : 'text/html',
        size: this.#sizes.get(contentHash) ?? 0,
        sha256: contentHash,
      },
      ...{ storageKey: keyOf(contentHash), bizEntity: 'agreement', bizId: made.id, private: true },
    });
    return { file: id, contentHash };
  }

  /** What is noted of the signing of the latest, so that there is something to see. */
  #events({ id, status, at, signedAt, contentHash }: Noted, isOffline: boolean, random: Random): void {
    if (at < this.parts.now - 60 * day) return;
    const note = (kind: string, moment: number) =>
      this.parts.add('agreement_event', {
        ...{ id: demoId(moment, random), createdAt: moment, createdBy: null, agreementId: id, kind, at: moment },
        ...{ address: '203.0.113.7', device: isOffline ? null : '手机浏览器', fileHash: contentHash },
      });
    if (isOffline && status !== 'pending_upload') note('uploaded', at);
    if (isOffline && isSigned(status)) note('approved', signedAt);
    if (isOffline || unsent.includes(status)) return;
    note('sent', at);
    if (status !== 'sent') note('viewed', at + 5 * minute);
    if (status === 'rejected') note('refused', at + 8 * minute);
    if (isSigned(status)) note('signed', signedAt);
  }

  /** Keeps a content once; answers its digest. */
  #keep(content: Uint8Array): string {
    const digest = createHash('sha256').update(content).digest('hex');
    this.contents.push({ key: keyOf(digest), content });
    this.#sizes.set(digest, content.length);
    return digest;
  }
}

type Plan = { readonly status: string; readonly at: number; readonly edition: number; readonly templateId: string };
type Made = Plan & { readonly id: string; readonly agreementNo: string; readonly isOffline: boolean };
type Noted = Pick<Made, 'id' | 'status' | 'at'> & { readonly signedAt: number; readonly contentHash: string | null };

const reasons: Readonly<Record<string, Values>> = {
  rejected: { rejectReason: '想先了解退费条款' },
  revoked: { revokeReason: '签署人信息有误，重新起草' },
  void: { voidReason: '订单全额退费' },
};

function isSigned(status: string): boolean {
  return status === 'signed' || status === 'archived' || status === 'void';
}

function sentOf(status: string, at: number): Values {
  if (status === 'draft') return {};
  return { sentAt: at, expireAt: at + 7 * day, ...(status === 'sent' ? {} : { viewedAt: at + 5 * minute }) };
}

function keyOf(digest: string): string {
  return digest.slice(0, 40);
}

/** A text as it is sealed. */
function pageOf(title: string, body: string): Buffer {
  return Buffer.from(
    `<!doctype html>\n<html lang="zh-CN"><head><meta charset="utf-8" /><title>${title}</title></head><body><h1>${title}</h1>\n<main>${body}</main>\n</body></html>\n`,
  );
}
