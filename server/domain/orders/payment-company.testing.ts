import { afterAll, beforeAll, expect } from 'vitest';
import { ScheduleClock } from '../../jobs/schedule-clock.ts';
import { type JobWorker, startJobWorker } from '../../testing/job-worker.ts';
import { brokenMoney } from './money-invariants.testing.ts';
import { type OrderCompany, startOrderCompany } from './order-company.testing.ts';

export let company: OrderCompany;
export let worker: JobWorker;
export let clock: ScheduleClock;

/** Starts a company that sells, its jobs and its clock before the tests of a file; ends them after. */
export function startPaymentCompany(): void {
  beforeAll(async () => {
    company = await startOrderCompany();
    worker = startJobWorker(company.documents, company.database);
    const { platform, schedules } = worker;
    clock = new ScheduleClock({
      ...{ db: platform.db, jobs: platform.services.jobs, schedules },
      onFault: (error) => worker.faults.push(error),
    });
    await clock.look();
  }, 60_000);
  afterAll(async () => {
    await worker.close();
    expect(await brokenMoney(company.database)).toEqual([]);
    await company.close();
  });
}

export const order = (id: string) => company.stored('sales_order', id);

export const act = (by: string, path: string, body: Record<string, unknown>) => company.act(by, path, body);

export const confirm = (id: string, by = 'finance') => act(by, '/v1/payment/confirm', { id });

export const paid = async (orderId: string, amount: number) => {
  const id = await company.payment('sales', orderId, amount);
  expect(await confirm(id)).toMatchObject({ code: '0' });
  return id;
};

export const ledger = async (orderId: string, roleKind = 'seller') =>
  (await company.records.find('performance_ledger', { orderId, roleKind })).map(({ amount }) => Number(amount));

export const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
