import { afterAll, beforeAll, expect, it } from 'vitest';
import { importDriver } from '../../testing/import-driver.ts';
import { type JobWorker, startJobWorker } from '../../testing/job-worker.ts';
import { uploadAs } from '../../testing/multipart.ts';
import { brokenMoney } from './money-invariants.testing.ts';
import { type OrderCompany, startOrderCompany } from './order-company.testing.ts';

let company: OrderCompany;
let worker: JobWorker;
beforeAll(async () => {
  company = await startOrderCompany();
  worker = startJobWorker(company.documents, company.database);
}, 60_000);
afterAll(async () => {
  await worker.close();
  await company.close();
});

/** A text as banks still write it: there is a decoder everywhere, so what it makes of every pair of bytes is turned round. */
function inGbk(text: string): Buffer {
  const decoder = new TextDecoder('gbk');
  const pairs = new Map<string, readonly number[]>();
  for (let first = 0x81; first <= 0xfe; first++)
    for (let second = 0x40; second <= 0xfe; second++)
      pairs.set(decoder.decode(Uint8Array.of(first, second)), [first, second]);
  return Buffer.from([...text].flatMap((char) => pairs.get(char) ?? [char.charCodeAt(0)]));
}

type Started = { readonly batchId: string; readonly jobId: string };

it('a bank statement confirms what it names: in a foreign encoding, tried first, its bad rows told and left', async () => {
  const id = await company.payable();
  const entered = async (amount: number, channelTradeNo: string) =>
    company.payment('sales', id, amount, { channelTradeNo });
  const [good, other, own] = [
    await entered(100_000, 'B001'),
    await entered(200_000, 'B002'),
    await entered(50_000, 'B003'),
  ];
  await company.database.rows('update payment set created_by = $1 where id = $2', [company.staff.finance, own]);
  const lines = [
    '支付方式,交易流水号,对账单金额',
    '银行转账,B001,1000.00',
    '银行转账,B002,1999.99',
    '银行转账,B003,500.00',
    '银行转账,B999,10.00',
    '支付宝,B001,1000.00',
    '银行转账,,12.00',
    '不知道,B001,一千',
  ];
  const file = await uploadAs(company, 'finance', '对账单.csv', inGbk(lines.join('\r\n')));
  const send = (body: Record<string, unknown>) =>
    company.call<Record<string, unknown>>('finance', '/v1/payment/confirm/import', { fileId: file, ...body });
  const inspected = await send({ mode: 'inspect' });
  expect(inspected).toMatchObject({ code: '0', data: { header: ['支付方式', '交易流水号', '对账单金额'] } });
  const { mapping } = inspected.data;
  const { done, table } = importDriver(company);
  const run = async (more: Record<string, unknown>) => {
    const answer = await send({ mapping, ...more });
    expect(answer).toMatchObject({ code: '0' });
    return done(answer.data as unknown as Started);
  };
  await run({ dryRun: true });
  expect(await company.records.count('payment', { orderId: id, status: 'confirmed' })).toBe(0);
  const job = await run({});
  expect(await company.stored('payment', good)).toMatchObject({
    status: 'confirmed',
    confirmerId: company.staff.finance,
  });
  expect(await company.stored('payment', other)).toMatchObject({ status: 'pending' });
  expect(await company.stored('payment', own)).toMatchObject({ status: 'pending' });
  expect(await company.stored('sales_order', id)).toMatchObject({ status: 'part_paid', paidTotal: 100_000 });
  const told = (await table('finance', String(job.fileId))).map((cells) => cells.join(' ')).join('\n');
  expect(told).toContain('对账单金额与登记的金额不同');
  expect(told).toContain('登记人不能确认自己登记的到款');
  expect(told).toContain('B999');
  expect(told.split('\n')).toHaveLength(7);
  expect(await brokenMoney(company.database)).toEqual([]);
});
