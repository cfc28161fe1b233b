import type { JobKind } from '../kernel/operation/job.ts';
import type { Schedule, ScheduledRun } from '../kernel/operation/schedule.ts';

type State = { readonly from: string | null; readonly done: number };

/** The kind of job that a run of a schedule is: piece after piece, in the server's own name. */
export function scheduleKind(schedules: ReadonlyMap<string, Schedule>): JobKind<ScheduledRun, State> {
  return {
    key: 'schedule',
    title: '定时任务',
    begin: () => ({ from: null, done: 0 }),
    async step(state, context) {
      const schedule = schedules.get(context.input.key);
      // An older node does not know it: a newer one will have it at one of the next tries.
      if (schedule === undefined)
        throw Object.assign(new Error(`no schedule ${context.input.key} on this node`), { code: 'EAGAIN' });
      const piece = await schedule.piece(state.from, context);
      const done = state.done + piece.done;
      const left = { state: { from: piece.next, done }, done, total: null };
      return piece.next === null ? { ...left, finished: { message: `处理 ${done} 条` } } : left;
    },
  };
}
