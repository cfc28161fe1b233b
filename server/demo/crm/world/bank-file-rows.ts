import { createHash } from 'node:crypto';
import type { LoadedRow } from '../../../db/load/table-writer.ts';
import { csvLines, csvMark } from '../../../files/table/write-csv.ts';
import { day } from '../values/calendar.ts';
import { type DemoNumbers, demoId } from '../values/demo-ids.ts';
import { Random } from '../values/random.ts';

/** Whose account money went to. */
export type Payee = { readonly name: string; readonly account: string };
/** A line of the file. */
type Line = Payee & { readonly payoutNo: string; readonly amount: number; readonly at: number };

type Parts = { readonly now: number; readonly add: (entity: string, row: LoadedRow) => void };

const head = ['打款单号', '收款人', '收款账号', '开户行', '金额（元）', '用途'];

/** The one file that payouts of the demo went to the bank in. */
export class BankFile {
  readonly id: string;
  readonly #lines: Line[] = [];

  constructor(
    private readonly parts: Parts,
    private readonly numbers: DemoNumbers,
    private readonly cashierId: string | null,
  ) {
    this.id = demoId(parts.now - day, new Random(5077));
  }

  /** A payout that is in it; amounts in cents. */
  take(line: Line): void {
    this.#lines.push(line);
  }

  /** Writes the batch; answers what its file holds. */
  settle(): readonly { readonly key: string; readonly content: Uint8Array }[] {
    const { add, now } = this.parts;
    if (this.#lines.length === 0) return [];
    const at = Math.max(...this.#lines.map((line) => line.at));
    const base = { createdAt: at, createdBy: this.cashierId };
    const fileId = demoId(now - day, new Random(5078));
    const batchNo = this.numbers.next(at);
    const rows = this.#lines.map(({ payoutNo, name, account, amount }) => [
      ...[payoutNo, name, account, '', (amount / 100).toFixed(2), '退费'],
    ]);
    const content = Buffer.from(`${csvMark}${csvLines([head, ...rows])}`);
    const sha256 = createHash('sha256').update(content).digest('hex');
    const key = sha256.slice(0, 40);
    add('file_object', {
      ...{ id: fileId, ...base, name: `${batchNo}.csv`, kind: 'doc', mime: 'text/csv', size: content.length, sha256 },
      ...{ storageKey: key, bizEntity: 'payout_batch', bizId: this.id, private: true },
    });
    const total = this.#lines.reduce((sum, { amount }) => sum + amount, 0);
    const facts = { batchNo, count: this.#lines.length, total, file: fileId, remark: '集中退费' };
    add('payout_batch', { id: this.id, ...base, ...facts });
    return [{ key, content }];
  }
}
