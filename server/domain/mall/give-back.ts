import type { DomainRules, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord } from '../../kernel/operation/record-store.ts';
import { enterStock } from './goods-stock.ts';
import { held, movePoints, systemAccount } from './points.ts';

/** Rules of exchanges: one that is cancelled or turned down gives points and goods back, by rows of their own. */
export const exchangeRecordRules: DomainRules = {
  entity: 'exchange_record',
  transitions: {
    cancel: { after: (record, _, context) => giveBack(record, context) },
    reject: { after: (record, _, context) => giveBack(record, context) },
  },
};

async function giveBack(record: StoredRecord, context: RuleContext): Promise<void> {
  const { records } = context;
  const commodityId = String(record.commodityId);
  const commodity = await records.lockOne('commodity', commodityId);
  const quantity = Number(record.quantity);
  if (commodity !== undefined) {
    await records.update('commodity', commodityId, {
      stockOnHand: Number(commodity.stockOnHand) + quantity,
      exchangeCount: Number(commodity.exchangeCount) - quantity,
    });
    const back = { reason: 'exchange_cancel', delta: quantity, exchangeId: record.id } as const;
    await enterStock(commodity, Number(commodity.stockOnHand), back, context);
  }
  const to = await held(String(record.accountId), context);
  const points = Number(record.pointsTotal);
  if (to === undefined || points === 0) return;
  const exchangeNo = String(record.exchangeNo);
  await movePoints(
    {
      txnNo: `${exchangeNo}-T`,
      from: await systemAccount('exchange', context),
      to,
      points,
      bizType: 'exchange_cancel',
      bizId: exchangeNo,
      remark: '兑换退回',
    },
    context,
  );
}
