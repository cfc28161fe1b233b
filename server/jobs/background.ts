import type { Assembled } from '../assemble.ts';
import { JobRunner, type JobRunnerOptions } from './job-runner.ts';
import { ScheduleClock } from './schedule-clock.ts';

/** What a node does in the background, until it is stopped. */
export type Background = { stop(): Promise<void> };

/** Starts working on jobs and looking for schedules that are due; a node without workers does neither. */
export function startBackground(
  assembled: Assembled,
  options: Pick<JobRunnerOptions, 'workers' | 'onFault'>,
): Background {
  if (options.workers === 0) return { stop: async () => undefined };
  const { platform, desk, schedules } = assembled;
  const runner = new JobRunner({ ...assembled, ...options });
  const clock = new ScheduleClock({ db: platform.db, jobs: desk, schedules, onFault: options.onFault });
  runner.start();
  clock.start();
  return {
    async stop() {
      await clock.stop();
      await runner.stop();
    },
  };
}
