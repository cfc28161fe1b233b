import { afterAll, beforeAll, expect } from 'vitest';
import { ScheduleClock } from '../../jobs/schedule-clock.ts';
import { type JobWorker, startJobWorker } from '../../testing/job-worker.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

export let company: TestApp;
let worker: JobWorker;
export let clock: ScheduleClock;

/** Starts a company with work orders, its jobs and its clock before the tests of a file; ends them after. */
export function startWorkOrderCompany(): void {
  beforeAll(async () => {
    company = await startTestApp();
    worker = startJobWorker(company.documents, company.database);
    const { platform, schedules } = worker;
    const onFault = (error: unknown) => worker.faults.push(error);
    clock = new ScheduleClock({ db: platform.db, jobs: platform.services.jobs, schedules, onFault });
    await clock.look();
  }, 60_000);
  afterAll(async () => {
    await worker.close();
    await company.close();
  });
}

/** Runs a schedule of the orders as if it were due just now, to its end. */
export async function run(key: 'autoConfirm' | 'resume' | 'escalate'): Promise<void> {
  await company.database.rows("update schedule_state set due_at = now() - interval '1 minute' where key = $1", [
    `work_order.${key}`,
  ]);
  await clock.look();
  const open = "select 1 from background_job where status in ('pending', 'running')";
  await expect.poll(() => company.database.rows(open), { timeout: 30_000 }).toEqual([]);
  expect(worker.faults).toEqual([]);
}

export const minute = 60_000;

const kinds = ['service', 'complaint', 'call_back', 'after_sales', 'rescue', 'refund'] as const;

export type Kind = (typeof kinds)[number];

let serial = 0;

/** A customer of the group nobody has asked anything for yet. */
export async function newCustomer(): Promise<string> {
  serial += 1;
  const { ids, records } = company;
  return records.insert('customer', {
    ...{ customerNo: `KHW${serial}`, name: `客户${serial}`, mobile: `1360000${1000 + serial}`, level: 'a' },
    ...{ stage: 'following', ownState: 'owned', channelId: ids.channel, intentionProjectIds: [ids.project] },
    ...{ ownerId: ids.sales, ownerDeptId: ids.group1, locked: false, followCount: 0, callCount: 0, orderCount: 0 },
    paidTotal: 0,
  });
}

/** A paid order of a customer. */
export async function newOrder(ofCustomer: string, over: Record<string, unknown> = {}): Promise<string> {
  serial += 1;
  const { ids, records } = company;
  return records.insert('sales_order', {
    ...{ orderNo: `DDW${serial}`, kind: 'new', customerId: ofCustomer, projectId: ids.project, sellerId: ids.sales },
    ...{ sellerDeptId: ids.group1, listTotal: 1_000_000, discountTotal: 0, payableTotal: 1_000_000, payMode: 'full' },
    ...{ paidTotal: 1_000_000, refundedTotal: 0, status: 'in_service', refundFlag: 'none' },
    ...{ firstPaidAt: ago(10_000), paidAt: ago(10_000), ...over },
  });
}

/** A new order of a kind, of a customer of its own; raised by `sales` unless told. */
export async function raised(kind: Kind, over: Record<string, unknown> = {}, by = 'sales'): Promise<string> {
  const of = await newCustomer();
  const orderId = kind === 'rescue' || kind === 'refund' ? { orderId: await newOrder(of) } : {};
  const body = { type: kind, customerId: of, title: '课程打不开', content: '昨晚起视频一直转圈', ...orderId, ...over };
  const answer = await company.call<{ id: string }>(by, '/v1/work/order/create', body);
  expect(answer).toMatchObject({ code: '0' });
  return answer.data.id;
}

export const act = (account: string, action: string, id: string, input: Record<string, unknown> = {}) =>
  company.call(account, `/v1/work/order/${action}`, { id, ...input });

export const done = async (account: string, action: string, id: string, input: Record<string, unknown> = {}) =>
  expect(await act(account, action, id, input), action).toMatchObject({ code: '0' });

export const orderOf = async (id: string) => {
  const order = await company.records.findOne('work_order', { id });
  if (order === undefined) throw new TypeError(`no order ${id}`);
  return order;
};

export const notices = (id: string) => company.records.find('notification', { linkId: id });

export const minutesBetween = (from: unknown, to: unknown) =>
  Math.round((Date.parse(String(to)) - Date.parse(String(from))) / minute);

export const ago = (minutes: number) => new Date(Date.now() - minutes * minute).toISOString();
