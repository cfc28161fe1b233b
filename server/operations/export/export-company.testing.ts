import { afterAll, beforeAll, expect } from 'vitest';
import type { Values } from '../../kernel/operation/record-store.ts';
import { type JobWorker, startJobWorker } from '../../testing/job-worker.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

export let company: TestApp;
export let worker: JobWorker;

/** Starts a company with customers to take out, and its jobs, before the tests of a file; ends them after. */
export function startExportCompany(): void {
  beforeAll(async () => {
    company = await startTestApp();
    worker = startJobWorker(company.documents, company.database);
    for (const [index, name] of ['张三', '=1+1', ' @SUM(A1)', '＝cmd', '普通 "引号", 逗号'].entries())
      await customer({
        name,
        mobile: `1380000000${index}`,
        paidTotal: 123_450 + index,
        ownerId: company.ids.sales,
        ownerDeptId: company.ids.group1,
      });
    await customer({
      name: '别人的',
      mobile: '13800000009',
      ownerId: company.ids.sales3,
      ownerDeptId: company.ids.group2,
    });
    const role = await company.records.findOne('role', { code: 'sales' });
    const permissions = Array.isArray(role?.permissions) ? role.permissions : [];
    await company.records.update('role', String(role?.id), {
      permissions: [...permissions, 'customer:export', 'owner_record:export'],
    });
  });
  afterAll(async () => {
    expect(worker.faults).toEqual([]);
    await worker.close();
    await company.close();
  });
}

/** Starts the company's jobs again where a test ended them. */
export function renewWorker(): void {
  worker = startJobWorker(company.documents, company.database);
}

let count = 0;

async function customer(values: Values): Promise<string> {
  const { ids } = company;
  count += 1;
  return company.records.insert('customer', {
    customerNo: `KH${count}`,
    level: 'a',
    stage: 'fresh',
    ownState: 'owned',
    channelId: ids.channel,
    intentionProjectIds: [ids.project],
    assignedAt: '2026-03-01T16:30:00.000Z',
    locked: false,
    followCount: 2,
    callCount: 0,
    orderCount: 0,
    paidTotal: 0,
    doNotCall: false,
    blacklisted: false,
    ...values,
  });
}

type Ended = {
  readonly status: string;
  readonly fileId: string;
  readonly message: string;
  readonly errorCode: string;
  readonly result: Values;
};

export async function ended(account: string, id: string): Promise<Ended> {
  for (;;) {
    const { data } = await company.call(account, '/v1/background/job/view', { id });
    // The test says what it expects of it.
    if (!['pending', 'running'].includes(String(data.status))) return data as unknown as Ended;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}
