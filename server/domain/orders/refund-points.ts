import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { held, movePoints, systemAccount } from '../mall/index.ts';

/**
 * Takes back the points an order brought, as much of them as of its money goes back, but never more than an account has;
 * answers what was taken and what was missing.
 */
export async function takePointsBack(refund: StoredRecord, context: RuleContext): Promise<Values> {
  const order = await context.records.findOne('sales_order', { id: refund.orderId });
  const given = await context.records.find('points_ledger', { bizType: 'order', bizId: order?.id, direction: 'in' });
  let taken = 0;
  let short = 0;
  for (const { accountId, points, audience } of given.filter((entry) => entry.audience !== 'system')) {
    const due = partOf(Number(points), order ?? {}, Number(refund.approvedAmount));
    const account = await held(String(accountId), context);
    const back = Math.min(due, Number(account?.balance ?? 0));
    short += due - back;
    if (account === undefined || back <= 0) continue;
    taken += back;
    await movePoints(
      {
        ...{ txnNo: `${String(refund.refundNo)}-${String(audience)}`, from: account, points: back },
        ...{ to: await systemAccount('grant', context), bizType: 'refund_clawback', bizId: String(refund.refundNo) },
        remark: '退费扣回',
      },
      context,
    );
  }
  return { pointsBack: taken, pointsShort: short };
}

/** What of some points goes back with an amount: parts of the whole, so that all of it goes back with the last. */
function partOf(points: number, { paidTotal, refundedTotal }: Values, amount: number): number {
  const until = (cents: number) => Math.floor((points * cents) / Math.max(1, Number(paidTotal)));
  return until(Number(refundedTotal) + amount) - until(Number(refundedTotal));
}
