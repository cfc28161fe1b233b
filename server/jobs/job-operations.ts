import { cancelJob, queryJobs, viewJob } from '../../contract/jobs.ts';
import type { DocumentSet } from '../../engine/model/documents/index.ts';
import { othersJobsKey, refuseOthersWork } from '../kernel/caller/others-work.ts';
import { modelOf } from '../kernel/operation/context.ts';
import { type CallerOperation, implement } from '../kernel/operation/operation.ts';
import { queryRows } from '../records/read/query.ts';
import { viewRow } from '../records/read/view.ts';
import type { JobService } from './job-service.ts';

/** What everybody may do with the jobs he started; with those of others only who holds a key for it. */
export function jobOperations(documents: DocumentSet, jobs: JobService): readonly CallerOperation[] {
  const entity = modelOf(documents, 'background_job');
  return [
    { ...implement(queryJobs, (body, context) => queryRows(entity, body, context)), check: 'names' },
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
