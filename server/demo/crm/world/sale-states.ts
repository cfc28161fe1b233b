import type { Cell } from '../../../db/load/table-writer.ts';
import { day, hour } from '../values/calendar.ts';

/** What an inspection says of an order. */
export type QualityStatus = 'none' | 'pending' | 'passed' | 'failed';

/** What came of a review, by where the order stands; of an order that was approved by whether it needed one. */
const results: Readonly<Record<string, string>> = {
  ...{ pending_review: 'pending', rejected: 'rejected', cancelled: 'withdrawn' },
};

/** What came of the review of an order that stands so. */
export function reviewResult(status: string, isExempt: boolean): string {
  return results[status] ?? (isExempt ? 'exempt' : 'approved');
}

/** Whose limit a discount is within. */
export function levelOf(discount: number, list: number): 'none' | 'leader' | 'manager' {
  if (discount <= Math.min(30_000, (list / 100) * 3)) return 'none';
  return discount <= (list / 100) * 8 ? 'leader' : 'manager';
}

type Judgement = {
  readonly values: Readonly<Record<string, Cell>>;
  readonly qualityStatus: QualityStatus;
};

/** How far the review of an order came by now: a day waiting, then looked into, judged after forty hours, final after three days. */
export function judgement(createdAt: number, deduction: number, now: number): Judgement {
  const submittedAt = createdAt + 40 * hour;
  if (submittedAt > now) {
    const status = now - createdAt < day ? 'pending' : 'checking';
    return { values: { status, updatedAt: createdAt }, qualityStatus: 'pending' };
  }
  const isFailed = deduction > 20;
  const isFinal = now - submittedAt >= 3 * day;
  const values = {
    ...{ status: isFinal ? 'final' : 'done', updatedAt: submittedAt, submittedAt, score: 100 - deduction },
    ...{ result: isFailed ? 'fail' : 'pass', problem: isFailed ? '没有说明退费规则' : null },
    ...{ openingDeduction: 0, needDeduction: deduction, promiseDeduction: 0, processDeduction: 0 },
    ...{ wordDeduction: 0, recordDeduction: 0, finalAt: isFinal ? submittedAt + 3 * day : null },
  };
  return { values, qualityStatus: isFailed ? 'failed' : 'passed' };
}

/** How a period of a plan stands that is not paid in full. */
export function unpaid(status: string, isDue: boolean, paidAmount: number): 'overdue' | 'partial' | 'pending' {
  if (isDue && ['pending_payment', 'part_paid', 'in_service'].includes(status)) return 'overdue';
  return paidAmount > 0 ? 'partial' : 'pending';
}
