import { cancelJob, queryJobs, viewJob } from '../../contract/jobs.ts';
import { isGranted } from '../../engine/model/access/index.ts';
import type { DocumentSet } from '../../engine/model/documents/index.ts';
import type { QueryAnswer } from '../../engine/model/wire/index.ts';
import { namesOfOtherStarters } from '../db/jobs/job-starters.ts';
import { othersJobsKey, othersJobsSeenKey, refuseOthersWork } from '../kernel/caller/others-work.ts';
import { type CallContext, modelOf } from '../kernel/operation/context.ts';
import { type CallerOperation, implement } from '../kernel/operation/operation.ts';
import { queryRows } from '../records/read/query.ts';
import { viewRow } from '../records/read/view.ts';
import type { JobService } from './job-service.ts';

/** What everybody may do with the jobs he started; with those of others only who holds a key for it. */
export function jobOperations(documents: DocumentSet, jobs: JobService): readonly CallerOperation[] {
  const entity = modelOf(documents, 'background_job');
  return [
    {
      ...implement(queryJobs, async (body, context) => withStarters(await queryRows(entity, body, context), context)),
      check: 'names',
    },
    implement(viewJob, (body, context) => viewRow(entity, body, context)),
    implement(cancelJob, async ({ id }, context) => {
      const job = await viewRow(entity, { id, fields: ['createdBy'] }, context);
      refuseOthersWork(job.createdBy, othersJobsKey, context);
      const owner = typeof job.createdBy === 'string' ? job.createdBy : null;
      await jobs.cancel(context.db, id, owner, context.now);
      return { id };
    }),
  ];
}

/** Says of the jobs of others who started them; one's own, and the server's, need no name. */
async function withStarters(answer: QueryAnswer, { db, caller }: CallContext): Promise<QueryAnswer> {
  if (!isGranted(caller.grants, othersJobsSeenKey)) return answer;
  const ids = answer.list.map(({ id }) => id);
  const names = await namesOfOtherStarters(db, ids, caller.staffId);
  return { ...answer, list: answer.list.map((job) => withName(job, names.get(job.id))) };
}

function withName<Job extends { readonly id: string }>(job: Job, starter: string | undefined): Job {
  return starter === undefined ? job : { ...job, starter };
}
