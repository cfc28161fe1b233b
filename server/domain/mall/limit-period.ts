import type { Message } from '../../../engine/model/texts/index.ts';
import { spanOf } from '../../../engine/model/time/index.ts';
import { mallText } from '../../texts/domain/mall-text.ts';

const periods = { week: [mallText('mall.week'), 'thisWeek'], month: [mallText('mall.month'), 'thisMonth'] } as const;

function known(period: unknown): (typeof periods)[keyof typeof periods] | undefined {
  return period === 'week' || period === 'month' ? periods[period] : undefined;
}

/** How the period of a limit is told; nothing for one without an end. */
export function periodWords(period: unknown): string | Message {
  return known(period)?.[0] ?? '';
}

/** When the running period of a limit began, ISO 8601; undefined for one without an end. */
export function limitStart(period: unknown, now: string): string | undefined {
  const found = known(period);
  return found === undefined ? undefined : spanOf(found[1], now).from;
}
