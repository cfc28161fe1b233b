import type { DocumentSet } from '../../engine/model/documents/index.ts';
import {
  atOnce,
  forgetAttempts,
  forgetBulkRows,
  forgetJobs,
  forgetKeys,
  forgetLookups,
  forgetMessages,
  forgetOccasions,
  forgetReports,
  forgetSessions,
  forgetUploads,
} from '../db/jobs/housekeeping-store.ts';
import { cleanFiles } from '../files/clean-files.ts';
import type { RuleContext } from '../kernel/operation/domain-rules.ts';
import type { Schedule } from '../kernel/operation/schedule.ts';
import { forgetGoneGrants } from '../permissions/gone-grants.ts';
import { maskPeriods } from './mask-periods.ts';

/** Removes a bounded number of things nobody needs any more; answers how many, and whether there may be more. */
type Task = (context: RuleContext) => Promise<{ readonly done: number; readonly isMore: boolean }>;

/** What the server tidies up of itself. */
export function housekeeping(documents: DocumentSet): Schedule {
  const tasks: readonly Task[] = [
    ...[
      forgetKeys,
      forgetAttempts,
      forgetLookups,
      forgetSessions,
      forgetMessages,
      forgetBulkRows,
      forgetJobs,
      forgetReports,
      forgetUploads,
    ].map(
      (forget): Task =>
        async ({ db }) =>
          counted(await forget(db)),
    ),
    ...occasionTasks(documents),
    async (context) => ({ done: await forgetGoneGrants(context), isMore: false }),
    async (context) => {
      const { rows, contents } = await cleanFiles(context, new Date(context.now));
      return { done: rows + contents, isMore: false };
    },
  ];
  return {
    key: 'platform.housekeeping',
    title: '清理过期数据',
    timing: { cron: '17 * * * *' },
    async piece(from, context) {
      const index = Number(from ?? 0);
      const outcome = await tasks[index]?.(context);
      const next = outcome?.isMore === true ? index : index + 1;
      return { done: outcome?.done ?? 0, next: next < tasks.length ? String(next) : null };
    },
  };
}

function counted(done: number) {
  return { done, isMore: done >= atOnce };
}

function occasionTasks(documents: DocumentSet): readonly Task[] {
  const declared = [...documents.entities.values()]
    .filter((entity) => entity.appendOnly !== true)
    .flatMap(({ name, schedules = [] }) => schedules.map(({ key }) => [`${name}.${key}`, name] as const));
  return [...declared, [maskPeriods.key, 'masking_policy'] as const].map(
    ([schedule, entity]): Task =>
      async ({ db }) =>
        counted(await forgetOccasions(db, schedule, entity)),
  );
}
