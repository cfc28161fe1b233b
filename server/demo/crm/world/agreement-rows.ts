import { createHash } from 'node:crypto';
import type { LoadedRow, Sealed } from '../../../db/load/table-writer.ts';
import { day, hour, minute } from '../values/calendar.ts';
import { DemoNumbers, demoId } from '../values/demo-ids.ts';
import { Random } from '../values/random.ts';

/** An order an agreement is about. */
export type AgreedOrder = {
  readonly orderId: string;
  readonly customerId: string;
  readonly sellerId: string;
  readonly name: string;
  readonly mobile: Sealed;
  readonly createdAt: number;
  /** When it was paid first; undefined while nobody has. */
  readonly paidAt: number | undefined;
  readonly isRefunded: boolean;
};

type Parts = {
  readonly now: number;
  readonly seal: (text: string) => Sealed;
  readonly add: (entity: string, row: LoadedRow) => void;
};

const body = '<p>甲、乙双方就{project}课程服务达成如下协议：……</p>';

/** Writes the templates of agreements, and an agreement to each new order. */
export class Agreements {
  readonly numbers = new DemoNumbers('agreement.agreementNo', 'XY');
  readonly #templateId: string;

  constructor(
    private readonly parts: Parts,
    opened: number,
  ) {
    const random = new Random(11);
    const template = (code: string, name: string, bindType: string) => {
      const id = demoId(opened, random);
      const row = { id, createdAt: opened, createdBy: null, code, name, bindType, edition: 1, body };
      parts.add('agreement_template', { ...row, status: 'published' });
      return id;
    };
    this.#templateId = template('service', '课程服务协议', 'class_type');
    template('privacy', '隐私政策', 'privacy');
  }

  write(order: AgreedOrder): void {
    const { now, seal, add } = this.parts;
    // Its own sequence: what is agreed changes nothing about who the customers are.
    const random = Random.of(order.orderId);
    const createdAt = (order.paidAt ?? order.createdAt) + random.int(3, 30) * minute;
    if (createdAt > now) return;
    const isOffline = random.chance(0.12);
    const isDone = order.paidAt !== undefined && random.chance(0.9);
    const signedAt = createdAt + random.int(10, 600) * minute;
    const isSigned = isDone && signedAt <= now;
    const expireAt = createdAt + 7 * day;
    const id = demoId(createdAt, random);
    add('agreement', {
      ...{ id, createdAt, createdBy: order.sellerId, agreementNo: this.numbers.next(createdAt) },
      ...{ templateId: this.#templateId, templateVersion: 1, orderId: order.orderId, customerId: order.customerId },
      ...{ mode: isOffline ? 'offline' : 'online', signerName: seal(order.name), signerMobile: order.mobile },
      contentHash: createHash('sha256').update(id).digest('hex'),
      status: statusOf({ isOffline, isSigned, isRefunded: order.isRefunded, isOld: expireAt < now }),
      sentAt: isOffline ? null : createdAt,
      signedAt: isSigned ? signedAt : null,
      expireAt: isOffline ? null : expireAt,
      ownerId: order.sellerId,
      updatedAt: isSigned ? Math.min(now, signedAt + hour) : createdAt,
    });
  }
}

type Fate = {
  readonly isOffline: boolean;
  readonly isSigned: boolean;
  readonly isRefunded: boolean;
  readonly isOld: boolean;
};

function statusOf({ isOffline, isSigned, isRefunded, isOld }: Fate): string {
  if (isSigned && isRefunded) return 'void';
  if (isOffline) return isSigned ? 'archived' : 'pending_upload';
  if (isSigned) return 'signed';
  return isOld ? 'expired' : 'sent';
}
