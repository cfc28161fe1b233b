import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { plainPdf } from '../../files/plain-pdf.ts';
import { codeOf } from '../../kernel/errors/start-error.ts';
import { writeWhole } from '../../kernel/folders/written-file.ts';
import { type InvoiceOrder, type InvoiceProvider, InvoiceRefused } from '../../kernel/services/invoice-service.ts';
import { yuan } from './errors.ts';

/**
 * A provider for trying things out: what is issued becomes a file in the folder, named for its key, so that what is asked
 * for twice is there once and has the same number. While a file `down` lies in the folder nobody answers; a tax number
 * that ends in four zeros is refused.
 */
export function fileInvoices(folder: string): InvoiceProvider {
  return {
    async issue(order: InvoiceOrder) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      if ((await textAt(path.join(folder, 'down'))) !== undefined) throw new Error('开票渠道没有应答');
      if (order.taxNo?.endsWith('0000') === true) throw new InvoiceRefused('纳税人识别号不存在');
      const place = path.join(folder, `${path.basename(order.key)}.json`);
      const invoiceNo = numberOf(order.key);
      if ((await textAt(place)) === undefined) await writeWhole(place, { ...order, invoiceNo });
      return { invoiceNo, document: plainPdf(linesOf(order, invoiceNo)) };
    },
  };
}

/** Twenty digits, as the tax office writes them, the same for the same key. */
function numberOf(key: string): string {
  const digest = createHash('sha256').update(key).digest('hex').slice(0, 16);
  return BigInt(`0x${digest}`).toString().padStart(20, '0');
}

function linesOf({ title, taxNo, content, amount, redOf }: InvoiceOrder, invoiceNo: string): readonly string[] {
  return [
    `${redOf === null ? '' : '红字'}电子发票（试用，无效）`,
    `发票号码：${invoiceNo}`,
    `购买方：${title}`,
    ...(taxNo === null ? [] : [`纳税人识别号：${taxNo}`]),
    `项目：${content}`,
    `金额：${yuan(amount)} 元`,
    ...(redOf === null ? [] : [`对应蓝字发票：${redOf}`]),
  ];
}

async function textAt(place: string): Promise<string | undefined> {
  try {
    return await readFile(place, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
