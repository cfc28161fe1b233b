import { dayOf } from '../../../../engine/model/time/index.ts';
import { day } from '../values/calendar.ts';
import { served } from '../world/service-rows.ts';
import type { Payment } from './ledger-rows.ts';

type Sold = { readonly kind: string; readonly paidAt: number | undefined };

type Progress = {
  readonly isPaid: boolean;
  readonly last: Payment | undefined;
  readonly refund: Payment | undefined;
  readonly paidTotal: number;
  /** Whether the time it was served for has passed. */
  readonly isOver: boolean;
};

/** Only a first order has a study service of its own, which comes to its end. */
export function isOver({ kind, paidAt }: Sold, now: number): boolean {
  return kind === 'new' && paidAt !== undefined && now - paidAt > served;
}

/** Until when an order is served, once its service began. */
export function servedUntil({ kind, paidAt }: Sold, now: number): string | null {
  return kind === 'new' && paidAt !== undefined && now - paidAt > 2 * day ? dayOf(paidAt + served) : null;
}

/** Where an order that was approved stands. */
export function progressOf({ isPaid, last, refund, paidTotal, isOver }: Progress, now: number) {
  if (last === undefined) return { status: 'pending_payment', refundFlag: 'none' };
  if (refund?.amount === paidTotal) return { status: 'refunded', refundFlag: 'full' };
  const refundFlag = refund === undefined ? 'none' : 'partial';
  if (!isPaid) return { status: 'part_paid', refundFlag };
  if (isOver) return { status: 'finished', refundFlag };
  return { status: now - last.at > 2 * day ? 'in_service' : 'paid', refundFlag };
}
