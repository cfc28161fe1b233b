import { expect } from 'vitest';
import { ScheduleClock } from '../../jobs/schedule-clock.ts';
import type { JobWorker } from '../../testing/job-worker.ts';
import type { OrderCompany } from './order-company.testing.ts';

/** Runs the schedules of a product when a test says so, on a worker of its own. */
export type ScheduleRunner = {
  /** Runs a schedule as if it were due just now, to its end; what waits to be tried again is due as well. */
  run(key: string): Promise<void>;
};

/** Makes one; nothing is due until it is told. */
export async function scheduleRunner(company: OrderCompany, worker: JobWorker): Promise<ScheduleRunner> {
  const { platform, schedules } = worker;
  const { rows } = company.database;
  const clock = new ScheduleClock({
    ...{ db: platform.db, jobs: platform.services.jobs, schedules },
    onFault: (error) => worker.faults.push(error),
  });
  await clock.look();
  return {
    async run(key) {
      for (const table of ['refund_payout', 'invoice'])
        await rows(`update ${table} set retry_at = now() - interval '1 second' where retry_at is not null`);
      await rows("update schedule_state set due_at = now() - interval '1 minute' where key = $1", [key]);
      await clock.look();
      const open = "select 1 from background_job where status in ('pending', 'running')";
      await expect.poll(() => rows(open), { timeout: 30_000, interval: 20 }).toEqual([]);
    },
  };
}

/** Lets the student of an order finish lessons. */
export async function learn(company: OrderCompany, orderId: string, count: number): Promise<void> {
  const { records, database } = company;
  const { customerId } = await company.stored('sales_order', orderId);
  const now = new Date().toISOString();
  const studentId = await records.insert('student', {
    ...{ studentNo: `XS-${orderId.slice(-12)}`, nickname: '学员', realName: '学员', status: 'active', customerId },
    ...{ mobile: `1350${orderId.slice(-7).replace(/\D/g, '1')}`, registeredAt: now },
    ...{ studySeconds: 0, questionDone: 0, points: 0 },
  });
  await database.rows('update sales_order set student_id = $1 where id = $2', [studentId, orderId]);
  for (let at = 0; at < count; at++)
    await records.insert('lesson_record', {
      ...{ studentId, lessonNo: `K${at}`, kind: 'video', title: `第 ${at} 课`, totalSeconds: 100, playCount: 1 },
      ...{ watchedSeconds: 95, firstAt: now, lastAt: now },
    });
}

/** Submits a refund and brings it through its levels to where it is to be paid; approved as it was applied for unless told. */
export async function approveRefund({ act, stored }: OrderCompany, id: string, amount?: number): Promise<void> {
  const step = async (by: string, key: string, input: Readonly<Record<string, unknown>> = {}) =>
    expect(await act(by, `/v1/refund/${key}`, { id, ...input })).toMatchObject({ code: '0' });
  await step('sales', 'submit');
  await step('group_leader', 'approve/leader');
  const { status, applyAmount } = await stored('refund', id);
  if (status === 'manager_review') await step('manager', 'approve/manager', { approvedAmount: amount ?? applyAmount });
  await step('finance', 'approve/finance');
}

/** Whoever is not asked at the level where a refund stands cannot reject it by any of the doors. */
export async function onlyTheirLevelRejects(
  company: OrderCompany,
  id: string,
  level: 'leader' | 'manager',
): Promise<void> {
  const others = { leader: ['finance', 'sales'], manager: ['finance', 'group_leader'] }[level];
  for (const by of others)
    for (const door of ['reject/leader', 'reject/manager', 'reject'])
      expect(await company.act(by, `/v1/refund/${door}`, { id, rejectReason: '不同意' })).not.toMatchObject({
        code: '0',
      });
  expect(await company.stored('refund', id)).toMatchObject({ status: `${level}_review` });
}
