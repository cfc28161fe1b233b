import { JobRunner, type JobRunnerOptions } from './job-runner.ts';
import { ScheduleClock, type ScheduleClockOptions } from './schedule-clock.ts';

/** What a node does in the background, until it is stopped. */
export type Background = { stop(): Promise<void> };

export type BackgroundOptions = Omit<JobRunnerOptions, 'pollEvery'> & Pick<ScheduleClockOptions, 'schedules'>;

/** Starts working on jobs and looking for schedules that are due; a node without workers does neither. */
export function startBackground(options: BackgroundOptions): Background {
  if (options.workers === 0) return { stop: async () => undefined };
  const { platform, jobs, schedules, onFault } = options;
  const runner = new JobRunner(options);
  const clock = new ScheduleClock({ db: platform.db, jobs, schedules, onFault });
  runner.start();
  clock.start();
  return {
    async stop() {
      await clock.stop();
      await runner.stop();
    },
  };
}
