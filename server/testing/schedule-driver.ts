import { expect } from 'vitest';
import { ScheduleClock } from '../jobs/schedule-clock.ts';
import { startJobWorker } from './job-worker.ts';
import type { TestApp } from './test-app.ts';

/** Runs the schedules of a company as its clock would. */
export type ScheduleDriver = {
  /** Lets the clock see a moment and waits until all it started is over. */
  at(now: Date): Promise<void>;
  close(): Promise<void>;
};

/** Starts what works on the schedules of a company. */
export function startScheduleDriver(company: TestApp): ScheduleDriver {
  const worker = startJobWorker(company.documents, company.database);
  return {
    async at(now) {
      const { platform, schedules } = worker;
      const onFault = (error: unknown) => worker.faults.push(error);
      const clock = new ScheduleClock({
        ...{ db: platform.db, jobs: platform.services.jobs, schedules, onFault },
        now: () => now,
      });
      await clock.look();
      const open = "select 1 from background_job where status in ('pending', 'running')";
      await expect.poll(() => company.database.rows(open), { timeout: 30_000 }).toEqual([]);
      expect(worker.faults).toEqual([]);
    },
    close: () => worker.close(),
  };
}
