import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PreviewAnswer } from '../../../../engine/model/wire/index.ts';
import { type JobWorker, startJobWorker } from '../../../testing/job-worker.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { brokenInvariants } from '../invariants.testing.ts';
import { type PlannedHandover, sharedOut } from './handover-plan.ts';

let company: TestApp;
let worker: JobWorker;

beforeAll(async () => {
  company = await startTestApp();
  worker = startJobWorker(company.documents, company.database);
});

afterAll(async () => {
  await worker.close();
  expect(worker.faults).toEqual([]);
  await company.close();
});

const call = <Data = Record<string, unknown>>(account: string, path: string, body: object = {}) =>
  company.call<Data>(account, path, { ...body });
const done = async (account: string, path: string, body: object = {}) => {
  const answer = await call<{ id: string }>(account, path, body);
  expect(answer, JSON.stringify(answer)).toMatchObject({ code: '0' });
  return answer.data.id;
};

/** Waits until nothing is being worked on. */
async function settled(): Promise<void> {
  await expect
    .poll(() => company.database.rows("select 1 from background_job where status in ('pending', 'running')"), {
      timeout: 30_000,
    })
    .toEqual([]);
  expect(await company.database.rows("select * from background_job where status <> 'done'")).toEqual([]);
  expect(await brokenInvariants(company.database)).toEqual([]);
}

let serial = 0;
const createFor = (account: string) =>
  done(account, '/v1/customer/create', {
    name: '待交接',
    mobile: `13355${String(100_000 + serial++)}`,
    intentionProjectIds: [company.ids.project],
    channelId: company.ids.channel,
    level: 'b',
  });
const batch = async () => {
  const [row] = await company.database.rows('select * from handover_batch order by created_at desc limit 1');
  return row ?? {};
};
const share = (account: string, number = 1) => ({ staffId: company.ids[account], number });

it('shares out whole customers that add up', () => {
  expect(sharedOut([1, 1, 1], 10)).toEqual([4, 3, 3]);
  expect(sharedOut([3, 1], 10)).toEqual([8, 2]);
  expect(sharedOut([0, 0], 5)).toEqual([0, 0]);
  expect(sharedOut([5, 3, 2], 7).reduce((all, count) => all + count, 0)).toBe(7);
});

it('freezes the customers of who leaves, previews, distributes, takes back, pools and gives back', async () => {
  const ids = await Promise.all(Array.from({ length: 5 }, () => createFor('sales')));
  const opportunity = await done('sales', '/v1/opportunity/create', {
    customerId: ids[0],
    title: '意向',
    projectId: company.ids.project,
    amount: 100,
  });
  await done('admin', '/v1/sys/user/leave', { id: company.ids.sales, leaveDate: '2026-12-31' });
  await settled();
  const { id } = await batch();
  expect(await batch()).toMatchObject({ total_customers: 5, assigned_customers: 0, status: 'open' });
  expect(await company.records.count('customer', { ownState: 'frozen', handoverBatchId: id })).toBe(5);
  expect(await call('admin', '/v1/sys/user/finish/leave', { id: company.ids.sales })).toMatchObject({
    data: { error: { code: 'E_LEAVE_CUSTOMERS' } },
  });

  // Who would get how many, and who would hold too many.
  await company.records.update('pool', String(company.ids.pool), { holdLimit: 2 });
  const plan = { rule: 'even', shares: [share('sales2'), share('sales3')] };
  const preview = await call<PlannedHandover>('manager', '/v1/handover/batch/preview', { batchId: id, plan });
  expect(preview.data).toMatchObject({
    total: 5,
    left: 0,
    shares: [
      { name: 'sales2', count: 3, held: 0, limit: 2, isOver: true },
      { name: 'sales3', count: 2, isOver: false },
    ],
  });
  expect(await call('group_leader', '/v1/handover/batch/preview', { batchId: id, plan })).toMatchObject({
    code: '1001',
  });
  for (const [wrong, code] of [
    [plan, 'E_HANDOVER_LIMIT'],
    [{ rule: 'even', shares: [] }, 'E_HANDOVER_PLAN'],
    [{ rule: 'manual', shares: [share('sales2', 6)] }, 'E_HANDOVER_TOO_MANY'],
    [{ rule: 'even', shares: [share('sales')] }, 'E_HANDOVER_RECEIVER'],
  ] as const)
    expect(await call('manager', '/v1/handover/batch/distribute', { id, plan: wrong })).toMatchObject({
      data: { error: { code } },
    });
  await done('manager', '/v1/handover/batch/distribute', { id, plan: { ...plan, forced: true } });
  await settled();
  expect(await batch()).toMatchObject({ status: 'done', assigned_customers: 3 + 2, rule: 'even' });
  expect(await company.records.count('customer', { ownerId: company.ids.sales2, ownState: 'owned' })).toBe(3);
  const moved = await company.records.findOne('opportunity', { id: opportunity });
  const first = await company.records.findOne('customer', { id: ids[0] });
  expect(moved?.ownerId).toBe(first?.ownerId);
  const told = await company.database.rows("select 1 from notification where title = '离职分配的客户'");
  expect(told).toHaveLength(2);

  // What was moved on since stays; the rest comes back.
  const [kept] = await company.records.find('customer', { ownerId: company.ids.sales2, handoverBatchId: id });
  await done('sales2', '/v1/follow/up/create', {
    bizType: 'customer',
    bizId: kept?.id,
    method: 'wechat',
    result: 'interested',
    content: '已经联系上了',
  });
  await done('manager', '/v1/handover/batch/undo', { id });
  await settled();
  expect(await batch()).toMatchObject({ status: 'open', assigned_customers: 1, total_customers: 5 });
  expect((await batch()).problems).toMatchObject([{ customerNo: kept?.customerNo, why: '分配之后已有变动，不能撤销' }]);

  // Part of it by hand, the person comes back, the rest is his again.
  await done('manager', '/v1/handover/batch/distribute', {
    id,
    plan: { rule: 'manual', shares: [share('sales3', 2)] },
  });
  await settled();
  expect(await batch()).toMatchObject({ status: 'open', assigned_customers: 3 });
  expect(await call('manager', '/v1/handover/batch/cancel', { id })).toMatchObject({
    data: { error: { code: 'E_HANDOVER_STILL_LEAVING' } },
  });
  await done('admin', '/v1/sys/user/cancel/leave', { id: company.ids.sales });
  const looked = await call<{ readonly preview: PreviewAnswer }>('manager', '/v1/handover/batch/cancel', {
    id,
    preview: true,
  });
  const shown = looked.data.preview;
  expect(shown).toMatchObject({ title: '将还给他的客户', total: 2, hidden: 0 });
  await done('manager', '/v1/handover/batch/cancel', { id, previewed: shown.digest });
  await settled();
  expect(await batch()).toMatchObject({ status: 'cancelled', total_customers: 3, assigned_customers: 3 });
  expect(await company.records.count('customer', { ownerId: company.ids.sales, ownState: 'owned' })).toBe(2);

  // Whoever leaves again hands over again, this time to the pool.
  await done('admin', '/v1/sys/user/leave', { id: company.ids.sales, leaveDate: '2026-12-31' });
  await settled();
  const again = await batch();
  await done('manager', '/v1/handover/batch/distribute', { id: again.id, plan: { rule: 'pool' } });
  await settled();
  expect(await batch()).toMatchObject({ status: 'done', pooled_customers: 2, total_customers: 2 });
  expect(await company.records.count('owner_record', { action: 'resign_return', endedAt: null })).toBe(2);
  await done('admin', '/v1/sys/user/finish/leave', { id: company.ids.sales });
}, 60_000);
