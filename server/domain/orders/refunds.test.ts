import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JobWorker, payoutFolder, startJobWorker } from '../../testing/job-worker.ts';
import { brokenMoney } from './money-invariants.testing.ts';
import { codeOf, type OrderCompany, placedOf, startOrderCompany } from './order-company.testing.ts';
import {
  approveRefund,
  learn,
  onlyTheirLevelRejects,
  type ScheduleRunner,
  scheduleRunner,
} from './refund-driver.testing.ts';

let company: OrderCompany;
let worker: JobWorker;
let schedules: ScheduleRunner;
let folder: string;

beforeAll(async () => {
  company = await startOrderCompany();
  folder = payoutFolder(company.database);
  worker = startJobWorker(company.documents, company.database);
  schedules = await scheduleRunner(company, worker);
}, 60_000);
afterAll(async () => {
  await worker.close();
  expect(await brokenMoney(company.database)).toEqual([]);
  await company.close();
});

const payOut = () => schedules.run('refund.payouts');

const act = (by: string, path: string, body: Record<string, unknown>) => company.act(by, path, body);
const move = async (by: string, key: string, id: string, input: Record<string, unknown> = {}) =>
  act(by, `/v1/refund/${key}`, { id, ...input });
const ok = async (by: string, key: string, id: string, input: Record<string, unknown> = {}) =>
  expect(await move(by, key, id, input)).toMatchObject({ code: '0' });
const drafted = async (orderId: string, amount: number, over: Record<string, unknown> = {}, by = 'sales') => {
  const answer = await company.refund(orderId, amount, over, by);
  expect(answer).toMatchObject({ code: '0' });
  return String(answer.data.id);
};
const refund = (id: string) => company.stored('refund', id);
const order = (id: string) => company.stored('sales_order', id);
const payouts = (refundId: string) => company.records.find('refund_payout', { refundId });

const approved = (id: string) => approveRefund(company, id);

describe('what may go back', () => {
  it('is worked out by the server, line by line, whatever a client says', async () => {
    const id = await company.paid(1_000_000);
    await company.database.rows('update order_item set fee_rate = 10, gift_deduct = 20000 where order_id = $1', [id]);
    await learn(company, id, 30);
    const draft = await drafted(id, 100);
    expect(await refund(draft)).toMatchObject({
      ...{
        paidAmount: 1_000_000,
        consumedAmount: 300_000,
        serviceFee: 70_000,
        giftAmount: 20_000,
        calcAmount: 610_000,
      },
      applicantId: company.ids.sales,
    });
    const { calcLines: lines } = (await refund(draft)) as unknown as { calcLines: { amount: number }[] };
    expect(lines.slice(0, -1).reduce((sum, { amount }) => sum + amount, 0)).toBe(lines.at(-1)?.amount);
    expect(await company.records.find('order_item', { orderId: id })).toMatchObject([{ consumedUnits: 30 }]);
    const forged = await company.refund(id, 100, { calcAmount: 900_000, status: 'approved', paidAmount: 1 });
    if (forged.code === '0')
      expect(await refund(String(forged.data.id))).toMatchObject({ calcAmount: 610_000, status: 'draft' });
    const placed = async (amount: number, over = {}) => placedOf(await company.refund(id, amount, over));
    expect(await placed(1_000_001)).toEqual(['E_REFUND_OVER', '/applyAmount']);
    expect(await placed(100, { kind: 'cooling', closeRights: true })).toEqual(['E_REFUND_COOLING', '/kind']);
    expect(await placed(100, { kind: 'guarantee', closeRights: true })).toEqual(['E_REFUND_PROOF', '/proofs']);
    expect(JSON.stringify(await company.refund(id, 100, { kind: 'full' }))).toContain('/closeRights');
    expect(codeOf(await company.refund(id, 100, {}, 'sales2'))).toBe('E_INPUT_INVALID');
    expect(placedOf(await company.refund(await company.payable(), 100))).toEqual(['E_REFUND_STATE', '/orderId']);
  });

  it('is all but what is kept in the cooling-off days, and its part by a guarantee', async () => {
    const id = await company.paid(1_000_000);
    await company.database.rows('update order_item set fee_rate = 50, guarantee_rate = 80 where order_id = $1', [id]);
    expect(await refund(await drafted(id, 100, { kind: 'cooling', closeRights: true }))).toMatchObject({
      calcAmount: 1_000_000,
      serviceFee: 0,
    });
    await company.database.rows("update sales_order set first_paid_at = now() - interval '8 days' where id = $1", [id]);
    expect(codeOf(await company.refund(id, 100, { kind: 'cooling', closeRights: true }))).toBe('E_REFUND_COOLING');
  });

  it('beyond that takes a reason, and somebody who may exceed', async () => {
    const id = await company.paid(1_000_000);
    await learn(company, id, 50);
    const draft = await drafted(id, 600_000);
    const answer = await move('sales', 'submit', draft);
    expect(codeOf(answer)).toBe('E_REFUND_EXCEED');
    expect(answer.message).toBe('申请金额超过系统核算的 5000.00 元，多出 1000.00 元，请写明超出的原因');
    const { version } = await refund(draft);
    await ok('sales', 'modify', draft, { version, exceedReason: '教学事故' });
    await ok('sales', 'submit', draft);
    await ok('group_leader', 'approve/leader', draft);
    const over = await move('manager', 'approve/manager', draft, { approvedAmount: 600_000 });
    expect(placedOf(over)).toEqual(['E_REFUND_LEVEL', '/approvedAmount']);
    expect(JSON.stringify(await move('manager', 'approve/manager', draft, { approvedAmount: 600_001 }))).toContain(
      '/approvedAmount',
    );
    await ok('admin', 'approve/manager', draft, { approvedAmount: 600_000 });
    await ok('finance', 'reject', draft, { rejectReason: '重新核对' });
    expect(await order(id)).toMatchObject({ refundFlag: 'none' });
  });
});

describe('the levels of a refund', () => {
  it('are four people, the smallest of them three, and nobody twice', async () => {
    const id = await company.paid(1_000_000);
    const draft = await drafted(id, 200_000, {}, 'group_leader');
    expect((await move('sales', 'submit', draft)).message).toContain('只有申请人可以提交');
    await ok('group_leader', 'submit', draft);
    await onlyTheirLevelRejects(company, draft, 'leader');
    expect((await move('group_leader', 'approve/leader', draft)).message).toContain('须是不同的人');
    expect(codeOf(await move('sales', 'approve/leader', draft))).toBe('E_NO_PERMISSION');
    await ok('manager2', 'approve/leader', draft);
    await onlyTheirLevelRejects(company, draft, 'manager');
    expect((await move('manager2', 'approve/manager', draft, { approvedAmount: 1 })).message).toContain('须是不同的人');
    await ok('manager', 'approve/manager', draft, { approvedAmount: 150_000 });
    await ok('finance', 'approve/finance', draft);
    expect((await move('finance', 'pay', draft)).message).toContain('须是不同的人');
    await ok('finance2', 'pay', draft);
    expect((await move('finance', 'reject', draft, { rejectReason: '晚了' })).code).not.toBe('0');
    await payOut();
    expect(await refund(draft)).toMatchObject({ status: 'done', approvedAmount: 150_000 });
    const small = await drafted(await company.paid(1_000_000), 49_999);
    await ok('sales', 'submit', small);
    await ok('group_leader', 'approve/leader', small);
    expect(await refund(small)).toMatchObject({ status: 'finance_review', approvedAmount: 49_999, managerId: null });
    // Whoever writes past the rules is stopped by the table.
    const both = company.database.rows('update refund set leader_id = applicant_id where id = $1', [small]);
    await expect(both).rejects.toThrow();
  });

  it('hold the payee fast: changing it takes a new draft and the approvals with it', async () => {
    const id = await company.paid(1_000_000);
    const draft = await drafted(id, 200_000);
    await ok('sales', 'submit', draft);
    const { version } = await refund(draft);
    const changed = await move('sales', 'modify', draft, { version, payeeAccount: '6222029999999999' });
    expect(codeOf(changed)).not.toBe('0');
    await ok('group_leader', 'approve/leader', draft);
    await ok('sales', 'revise', draft);
    expect(await refund(draft)).toMatchObject({ status: 'draft', leaderId: null, submittedAt: null });
    expect(await order(id)).toMatchObject({ refundFlag: 'none' });
    const again = await refund(draft);
    await ok('sales', 'modify', draft, { version: again.version, payeeAccount: '6222029999999991' });
    await ok('sales', 'submit', draft);
    // Two drafts may stand side by side; one that is under way stands alone, and no money comes in meanwhile.
    const other = await drafted(id, 100);
    expect((await move('sales', 'submit', other)).message).toContain('已有办理中的退费');
    expect(codeOf(await company.register('sales', id, 100))).not.toBe('0');
    await ok('sales', 'withdraw', other);
    expect(await order(id)).toMatchObject({ refundFlag: 'applying' });
    await ok('sales', 'withdraw', draft);
    expect(await order(id)).toMatchObject({ refundFlag: 'none' });
  });

  it('take one of fifty at once', async () => {
    const id = await company.paid(1_000_000);
    const drafts: string[] = [];
    for (let at = 0; at < 50; at++) drafts.push(await drafted(id, 100));
    const answers = await Promise.all(drafts.map((draft) => move('sales', 'submit', draft)));
    expect(answers.filter(({ code }) => code === '0')).toHaveLength(1);
    expect(await company.records.count('refund', { orderId: id, status: 'leader_review' })).toBe(1);
  });

  it('are told of nobody else: masked accounts, rows by their scope, moves of the server to nobody', async () => {
    const id = await drafted(await company.paid(1_000_000), 100);
    const view = { id, fields: ['payeeAccount', 'calcAmount'] };
    const seen = await act('finance', '/v1/refund/view', view);
    expect(JSON.stringify(seen.data)).not.toContain('6222020000001231');
    const foreign = await act('sales2', '/v1/refund/view', view);
    expect(codeOf(foreign)).toBe('E_NOT_FOUND');
    for (const key of ['paid', 'expire']) expect((await move('admin', key, id)).code).not.toBe('0');
  });
});

describe('paying out', () => {
  it('goes back over the payments, the latest first, and everything follows in one transaction', async () => {
    const shares = [
      { staffId: company.ids.sales, percent: 67 },
      { staffId: company.ids.group_leader, percent: 33 },
    ];
    const id = await company.paid(300_000, { shares });
    const second = await company.payment('sales', id, 700_000, { method: 'wechat' });
    expect((await act('finance', '/v1/payment/confirm', { id: second })).code).toBe('0');
    const { customerId } = await order(id);
    const workOrderId = await company.records.insert('work_order', {
      ...{ woNo: `GD-${id.slice(-8)}`, type: 'refund', title: '退费', content: '退费', source: 'staff' },
      ...{ priority: 'normal', customerId, orderId: id, creatorId: company.ids.sales, assigneeId: company.ids.sales },
      ...{ assigneeDeptId: company.ids.group1, status: 'processing', escalationLevel: 0, escalateMinutes: 240 },
      ...{ pausedMinutes: 0, transferCount: 0, urgeCount: 0, reopenCount: 0, compensationLimit: 0 },
    });
    const accountId = await company.records.insert('points_account', {
      ...{ accountNo: `YG-${id}`, kind: 'user', audience: 'staff', name: '学员', balance: 30, totalEarned: 100 },
      ...{ totalSpent: 70, frozen: false },
    });
    await company.records.insert('points_ledger', {
      ...{ txnNo: `O-${id}`, accountId, audience: 'staff', direction: 'in', points: 100, balanceAfter: 100 },
      ...{ bizType: 'order', bizId: id, occurredAt: new Date().toISOString() },
    });
    // Nobody names the work order: it is found by its order, and cannot end before the refund has.
    const draft = await drafted(id, 800_000, { closeRights: true });
    expect(await refund(draft)).toMatchObject({ workOrderId });
    const ends = () => act('sales', '/v1/work/order/resolve', { id: workOrderId, solution: '先结了' });
    expect(JSON.stringify(await ends())).toContain('退费还在办理');
    await approved(draft);
    expect(JSON.stringify(await ends())).toContain('退费还在办理');
    expect((await payouts(draft)).map(({ amount, method }) => [method, amount]).toSorted()).toEqual([
      ['bank', 100_000],
      ['wechat', 700_000],
    ]);
    // The work order waits on hold meanwhile: that time is nobody's delay.
    const [pausedAt, pauseUntil, due] = [-2, 20, -1].map((h) => new Date(Date.now() + h * 3_600_000).toISOString());
    const held = { status: 'paused', pausedAt, pauseUntil, resolveDue: due };
    await company.records.update('work_order', workOrderId, held);
    await ok('finance2', 'pay', draft);
    await payOut();
    expect(await refund(draft)).toMatchObject({ status: 'done', pointsBack: 30, pointsShort: 50 });
    expect(await order(id)).toMatchObject({ refundedTotal: 800_000, refundFlag: 'partial', status: 'paid' });
    const entries = await company.records.find('performance_ledger', { refundId: draft, roleKind: 'seller' });
    expect(entries.map(({ amount }) => Number(amount)).toSorted((a, b) => a - b)).toEqual([-536_000, -264_000]);
    expect(await company.records.find('study_service', { orderId: id })).toMatchObject([{ status: 'terminated' }]);
    expect((await company.records.find('order_item', { orderId: id }))[0]?.closedAt).not.toBeNull();
    const ended = await company.stored('work_order', workOrderId);
    expect(ended).toMatchObject({ status: 'pending_confirm', pausedMinutes: 120, pausedAt: null });
    expect(Date.parse(String(ended.resolveDue)) - Date.parse(String(due))).toBeCloseTo(7_200_000, -5);
    expect(await company.stored('customer', String(customerId))).toMatchObject({ paidTotal: 200_000 });
    // The rest goes back as well, no more of a payment than is left of it: then the order is refunded.
    const rest = await drafted(id, 200_000, { kind: 'full', closeRights: true });
    await approved(rest);
    await ok('finance2', 'pay', rest);
    await payOut();
    expect((await payouts(rest)).map(({ amount, method }) => [method, amount])).toEqual([['bank', 200_000]]);
    expect(await order(id)).toMatchObject({ refundedTotal: 1_000_000, refundFlag: 'full', status: 'refunded' });
    expect(codeOf(await company.refund(id, 1))).toBe('E_REFUND_STATE');
  });

  it('tries a busy channel again, and leaves a refused account to somebody', async () => {
    const id = await company.paid(1_000_000);
    const draft = await drafted(id, 200_000, { payeeAccount: '6222020000000008' });
    await approved(draft);
    await ok('finance2', 'pay', draft);
    await payOut();
    expect(await payouts(draft)).toMatchObject([{ status: 'pending', attempts: 1, error: '打款渠道繁忙' }]);
    await payOut();
    expect(await refund(draft)).toMatchObject({ status: 'done' });
    const closed = await drafted(id, 200_000, { payeeAccount: '6222020000000000' });
    await approved(closed);
    await ok('finance2', 'pay', closed);
    await payOut();
    expect(await refund(closed)).toMatchObject({ status: 'failed', failReason: '收款账号不存在或已销户' });
    expect(await order(id)).toMatchObject({ refundedTotal: 200_000, refundFlag: 'applying' });
    await writeFile(path.join(folder, 'channel.json'), JSON.stringify({ refused: [] }));
    await ok('finance2', 'retry', closed);
    await payOut();
    expect(await refund(closed)).toMatchObject({ status: 'done' });
    expect(await order(id)).toMatchObject({ refundedTotal: 400_000, refundFlag: 'partial' });
  });

  it('closes what was bought where that was asked for: no more money comes in, and periods stand as they were', async () => {
    const plans = [
      { dueOn: '2036-01-15', amount: 500_000 },
      { dueOn: '2036-02-15', amount: 500_000 },
    ];
    const id = await company.paid(500_000, { payMode: 'instalment', plans });
    const draft = await drafted(id, 100_000, { closeRights: true });
    await approved(draft);
    await ok('finance2', 'pay', draft);
    await payOut();
    expect(await order(id)).toMatchObject({ status: 'part_paid', refundFlag: 'partial' });
    expect(codeOf(await company.register('sales', id, 100))).toBe('E_PAYMENT_CLOSED');
    expect(await company.records.count('payment_plan', { orderId: id, status: 'cancelled' })).toBe(1);
  });

  it('forgets drafts after a week', async () => {
    const id = await drafted(await company.paid(1_000_000), 100);
    await company.database.rows("update refund set updated_at = now() - interval '8 days' where id = $1", [id]);
    await schedules.run('refund.expire');
    expect(await refund(id)).toMatchObject({ status: 'withdrawn' });
  });
});
