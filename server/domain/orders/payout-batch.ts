import { Readable } from 'node:stream';
import { saveFile } from '../../files/file-rows.ts';
import { csvLines, csvMark } from '../../files/table/write-csv.ts';
import type { DomainRules, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { refuseOrder, yuan } from './errors.ts';
import { payoutsForBank } from './store.ts';

/** Payouts a file has, at most: what banks take at once. */
const maxPayouts = 500;
const maxBytes = 1_000_000;
const head = ['打款单号', '收款人', '收款账号', '开户行', '金额（元）', '用途'];

type Line = { readonly payout: StoredRecord; readonly refund: StoredRecord };

/**
 * Rules of batches for the bank: each takes in what is paid by file and is in no batch yet, and is a file with the
 * accounts in clear. What is in one is never paid by the channel, so nothing is paid twice.
 */
export const payoutBatchRules: DomainRules = {
  entity: 'payout_batch',

  async afterCreate(id, _, context) {
    const lines = await takeIn(id, context);
    if (lines.length === 0) throw refuseOrder('E_PAYOUT_BATCH_EMPTY');
    const batch = await context.records.findOne('payout_batch', { id });
    await context.records.update('payout_batch', id, {
      count: lines.length,
      total: lines.reduce((sum, { payout }) => sum + Number(payout.amount), 0),
      file: await keepFile({ id, name: String(batch?.batchNo) }, lines, context),
    });
  },

  // Whoever takes the file stands in the log: it holds accounts in clear.
  actions: { download: async () => ({}) },
};

/** Payouts that wait, each held with its refund, so that two batches share none. */
async function takeIn(batchId: string, { db, records }: RuleContext): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for (const { id, refundId } of await payoutsForBank(db, maxPayouts)) {
    const refund = await records.lockOne('refund', refundId, { status: 'paying', payWay: 'bank_file' });
    const payout = await records.lockOne('refund_payout', id, { status: 'pending', batchId: null });
    if (refund === undefined || payout === undefined) continue;
    await records.update('refund_payout', id, { batchId });
    lines.push({ payout, refund });
  }
  return lines;
}

async function keepFile(
  { id, name }: { readonly id: string; readonly name: string },
  lines: readonly Line[],
  context: RuleContext,
): Promise<string> {
  const rows = lines.map(({ payout, refund }) => [
    ...[payout.payoutNo, refund.payeeName, refund.payeeAccount, refund.payeeBank].map(textOf),
    ...[yuan(Number(payout.amount)), `退费 ${textOf(refund.refundNo)}`],
  ]);
  const bytes = Buffer.from(`${csvMark}${csvLines([head, ...rows])}`);
  const stored = await context.services.files.write(Readable.from([bytes]), maxBytes);
  const meta = { name: `${name}.csv`, mime: 'text/csv', kind: 'doc' } as const;
  return saveFile({ ...meta, entity: 'payout_batch', id, private: true }, stored, context);
}

function textOf(value: Values[string]): string {
  return typeof value === 'string' ? value : '';
}
