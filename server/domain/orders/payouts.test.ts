import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../db/connection/connect.ts';
import { ScheduleClock } from '../../jobs/schedule-clock.ts';
import { type PayoutProvider, PayoutRefused } from '../../kernel/services/payout-service.ts';
import { seedContext } from '../../seed/seed-context.ts';
import { killProcess, startJobProcess } from '../../testing/job-process.ts';
import { type JobWorker, payoutFolder, startJobWorker } from '../../testing/job-worker.ts';
import { filesOf } from '../../testing/test-database.ts';
import { filePayouts } from './file-payouts.ts';
import { brokenMoney } from './money-invariants.testing.ts';
import { codeOf, type OrderCompany, startOrderCompany } from './order-company.testing.ts';
import { approveRefund, type ScheduleRunner, scheduleRunner } from './refund-driver.testing.ts';

let company: OrderCompany;
let worker: JobWorker;
let schedules: ScheduleRunner;
/** Ways of paying that the bank turns down just now. */
const closed = new Set<string>();

beforeAll(async () => {
  company = await startOrderCompany();
  const files = filePayouts(payoutFolder(company.database));
  const payouts: PayoutProvider = {
    async pay(payout, signal) {
      if (closed.has(payout.method)) throw new PayoutRefused('银行退回');
      return files.pay(payout, signal);
    },
  };
  worker = startJobWorker(company.documents, company.database, { payouts });
  schedules = await scheduleRunner(company, worker);
}, 60_000);
afterAll(async () => {
  expect(worker.faults).toEqual([]);
  expect(await brokenMoney(company.database)).toEqual([]);
  await company.close();
});

const refund = (id: string) => company.stored('refund', id);
const order = (id: string) => company.stored('sales_order', id);
const move = (by: string, key: string, id: string, input: Readonly<Record<string, unknown>> = {}) =>
  company.act(by, `/v1/refund/${key}`, { id, ...input });
/** How many were paid: what somebody who was killed had not finished writing was not. */
const paidFiles = async () => {
  const names = await readdir(path.join(payoutFolder(company.database), 'paid')).catch((): string[] => []);
  return names.filter((name) => name.endsWith('.json')).length;
};
const approved = async (orderId: string, amount: number) => {
  const id = String((await company.refund(orderId, amount)).data.id);
  await approveRefund(company, id);
  return id;
};
const payouts = async (refundId: string) =>
  (await company.records.find('refund_payout', { refundId }))
    .map(({ method, status, amount }) => [method, status, amount])
    .toSorted();

it('that fails half way stays open: what arrived is not paid again, and nobody turns it down any more', async () => {
  const id = await company.paid(300_000);
  const second = await company.payment('sales', id, 700_000, { method: 'wechat' });
  expect(await company.act('finance', '/v1/payment/confirm', { id: second })).toMatchObject({ code: '0' });
  const draft = await approved(id, 800_000);
  closed.add('bank');
  expect(await move('finance2', 'pay', draft, {})).toMatchObject({ code: '0' });
  await schedules.run('refund.payouts');
  expect(await refund(draft)).toMatchObject({ status: 'failed', failReason: '银行退回', paidOutAt: null });
  expect(await payouts(draft)).toEqual([
    ['bank', 'failed', 100_000],
    ['wechat', 'done', 700_000],
  ]);
  // Nothing of the order follows until all of it went out.
  expect(await order(id)).toMatchObject({ refundedTotal: 0, refundFlag: 'applying', status: 'paid' });
  expect((await move('finance', 'reject', draft, { rejectReason: '不退了' })).message).toContain('已有打款到账');
  expect((await move('finance', 'retry', draft, {})).message).toContain('须是不同的人');
  closed.clear();
  const both = await Promise.all([move('finance2', 'retry', draft, {}), move('finance2', 'retry', draft, {})]);
  expect(both.filter(({ code }) => code === '0')).toHaveLength(1);
  await schedules.run('refund.payouts');
  expect(await refund(draft)).toMatchObject({ status: 'done' });
  expect(await paidFiles()).toBe(2);
  expect(await order(id)).toMatchObject({ refundedTotal: 800_000, refundFlag: 'partial' });
});

it('by file is made by the bank alone: in one batch each, told of line by line', async () => {
  const [one, other] = [await company.paid(1_000_000), await company.paid(1_000_000)];
  const ids = [await approved(one, 200_000), await approved(other, 300_000)];
  const [first = '', second = ''] = ids;
  const batch = () => company.act('finance2', '/v1/payout/batch/create', { remark: '周五' });
  expect(codeOf(await batch())).toBe('E_PAYOUT_BATCH_EMPTY');
  for (const id of ids) expect(await move('finance2', 'pay', id, { payWay: 'bank_file' })).toMatchObject({ code: '0' });
  const before = await paidFiles();
  await schedules.run('refund.payouts');
  // Tried out it would be made, as far as its file: that leaves the database, and so nothing is written at all.
  const stored = () => readdir(filesOf(company.database), { recursive: true });
  const untouched = [await stored(), await company.records.count('payout_batch', {})];
  const tried = await company.act('admin', '/v1/design/rehearse', { path: '/v1/payout/batch/create', body: {} });
  expect(tried).toMatchObject({ code: '0', data: { isRehearsed: true } });
  expect([await stored(), await company.records.count('payout_batch', {})]).toEqual(untouched);
  const both = await Promise.all([batch(), batch()]);
  expect(both.map(codeOf).sort()).toEqual(['0', 'E_PAYOUT_BATCH_EMPTY']);
  const id = both.find(({ code }) => code === '0')?.data.id;
  const made = await company.stored('payout_batch', String(id));
  expect(made).toMatchObject({ count: 2, total: 500_000 });
  const { storageKey, private: isPrivate } = await company.stored('file_object', String(made.file));
  expect(isPrivate).toBe(true);
  const key = String(storageKey);
  const text = await readFile(path.join(filesOf(company.database), key.slice(-2), key), 'utf8');
  const [head, ...lines] = text.split('\r\n');
  expect(head).toBe('\ufeff打款单号,收款人,收款账号,开户行,金额（元）,用途');
  expect(lines.join('\n')).toMatch(/^TK\d{14},张三,6222020000001231,,2000.00,退费 TF\d{14}\n.*,3000.00,/);
  // It holds accounts in clear: finance alone has it, and whoever takes it stands in the log.
  for (const by of ['sales', 'group_leader', 'manager'])
    expect(codeOf(await company.act(by, '/v1/payout/batch/download', { id }))).toBe('E_NO_PERMISSION');
  expect(await company.act('finance', '/v1/payout/batch/download', { id })).toMatchObject({ code: '0' });
  expect(await company.records.count('operation_log', { entityId: id, action: 'payout_batch.download' })).toBe(1);
  // The bank pays one and sends the other back, which goes the other way then.
  const payoutOf = async (refundId: string) =>
    String((await company.records.findOne('refund_payout', { refundId }))?.id);
  const tell = async (key: string, refundId: string, input: Readonly<Record<string, unknown>>, by = 'finance') =>
    company.act(by, `/v1/refund/payout/${key}`, { id: await payoutOf(refundId), ...input });
  expect(codeOf(await tell('arrive', first, { tradeNo: 'B1' }, 'manager'))).toBe('E_NO_PERMISSION');
  const arrived = await Promise.all([1, 2].map((at) => tell('arrive', first, { tradeNo: `BANK${at}` })));
  expect(arrived.filter(({ code }) => code === '0')).toHaveLength(1);
  expect(await refund(first)).toMatchObject({ status: 'done' });
  expect(await order(one)).toMatchObject({ refundedTotal: 200_000 });
  expect(await tell('bounce', second, { error: '户名不符' })).toMatchObject({ code: '0' });
  expect(await refund(second)).toMatchObject({ status: 'failed', failReason: '户名不符' });
  expect(await paidFiles()).toBe(before);
  expect(await move('finance2', 'retry', second, { payWay: 'channel' })).toMatchObject({ code: '0' });
  expect((await tell('arrive', second, { tradeNo: 'BANK3' })).message).toContain('只有交给银行的打款');
  await schedules.run('refund.payouts');
  expect(await refund(second)).toMatchObject({ status: 'done' });
  expect(await paidFiles()).toBe(before + 1);
});

it('is made once though the server is killed between paying and noting it', { timeout: 60_000 }, async () => {
  const id = await company.paid(1_000_000);
  const draft = await approved(id, 200_000);
  expect(await move('finance2', 'pay', draft, {})).toMatchObject({ code: '0' });
  const before = await paidFiles();
  await worker.close();
  const queue = startJobWorker(company.documents, company.database, { workers: 0 });
  const { platform, schedules: known } = queue;
  const due = "update schedule_state set due_at = now() - interval '1 minute' where key = 'refund.payouts'";
  await company.database.rows(due);
  // What is to be noted with the order waits for whoever holds it; the money is out by then.
  await inTransaction(platform.db, async (db) => {
    const { records } = seedContext({ ...company, ...platform, db, now: new Date().toISOString() });
    await records.lockOne('sales_order', id);
    const node = await startJobProcess(company.database);
    const only = new Map([...known].filter(([key]) => key === 'refund.payouts'));
    const { jobs } = platform.services;
    const onFault = (error: unknown) => queue.faults.push(error);
    await new ScheduleClock({ db: platform.db, jobs, schedules: only, onFault }).look();
    await expect.poll(paidFiles, { timeout: 30_000, interval: 10 }).toBe(before + 1);
    await killProcess(node);
  });
  expect(await refund(draft)).toMatchObject({ status: 'paying' });
  expect(await payouts(draft)).toEqual([['bank', 'pending', 200_000]]);
  const next = await startJobProcess(company.database);
  await expect.poll(async () => (await refund(draft)).status, { timeout: 30_000, interval: 50 }).toBe('done');
  await killProcess(next);
  expect(await paidFiles()).toBe(before + 1);
  expect(await order(id)).toMatchObject({ refundedTotal: 200_000 });
  expect(await company.records.count('performance_ledger', { refundId: draft, roleKind: 'seller' })).toBe(1);
  expect(queue.faults).toEqual([]);
  await queue.close();
});
