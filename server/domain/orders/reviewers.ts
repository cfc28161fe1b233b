import { dayOf } from '../../../engine/model/time/index.ts';
import { activeHolders } from '../../db/people/active-holders.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord } from '../../kernel/operation/record-store.ts';
import { directorRole } from './discount-limit.ts';

const levels = ['leader', 'manager', 'director'] as const;
type Level = (typeof levels)[number];

/** Who decides at a level, by the role he holds; directors are of no department. */
const roleOf: Readonly<Record<Level, string>> = {
  leader: 'group_leader',
  manager: 'manager',
  director: directorRole,
};

/** Tells those who may decide on a review that it waits: of the lowest level needed that has somebody, with their deputies. */
export async function tellReviewers(review: StoredRecord, order: StoredRecord, context: RuleContext): Promise<void> {
  for (const receiverId of await reviewersOf(review, order, context))
    await context.records.insertLater('notification', {
      ...{ receiverId, type: '16', title: '订单待审核', stage: '1', status: '1' },
      ...{ linkEntity: 'sales_order', linkId: order.id },
      content: `订单【${order.orderNo}】优惠超出业务员权限，请审核。`,
    });
}

async function reviewersOf(review: StoredRecord, order: StoredRecord, context: RuleContext): Promise<Iterable<string>> {
  const { records, db, now } = context;
  const above = await records.upFrom('department', String(order.sellerDeptId));
  const within = { leader: above.slice(0, 1), manager: above, director: undefined };
  const lowest = levels.find((level) => level === review.level) ?? 'leader';
  for (const level of levels.slice(levels.indexOf(lowest))) {
    const holders = await activeHolders(db, roleOf[level], within[level]);
    const others = holders.filter((id) => id !== review.submitterId);
    if (others.length === 0) continue;
    const today = dayOf(now);
    const deputies = (await records.find('review_deputy', { staffId: others, enabled: true })).filter(
      ({ validFrom, validTo }) => String(validFrom) <= today && today <= String(validTo),
    );
    const standingIn = deputies.map(({ deputyId }) => String(deputyId)).filter((id) => id !== review.submitterId);
    return new Set([...others, ...standingIn]);
  }
  return [];
}
