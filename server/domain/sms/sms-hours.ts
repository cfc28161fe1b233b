import { boundsOfDay, dayLength, dayOf, shanghaiOffset } from '../../../engine/model/time/index.ts';
import type { SendingHours } from '../../kernel/services/sms-service.ts';

/** Whether promotion may be sent at a moment. */
export function isSendingTime(now: string, { from, to }: SendingHours): boolean {
  const hour = new Date(Date.parse(now) + shanghaiOffset).getUTCHours();
  return hour >= from && hour < to;
}

/** Moments since which a number counts what it was sent: this day, and thirty days. */
export function countedSince(now: string): { readonly day: string; readonly month: string } {
  return { day: boundsOfDay(dayOf(now)).from, month: new Date(Date.parse(now) - 30 * dayLength).toISOString() };
}

/** One promotion a day, and three in thirty days. */
export const maxPerMonth = 3;
