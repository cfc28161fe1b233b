import type { DocumentSet } from '../../engine/model/index.ts';
import { othersJobsKey, refuseOthersWork } from '../kernel/caller/others-work.ts';
import { modelOf } from '../kernel/operation/context.ts';
import { idSchema, nullable, object, ref } from '../kernel/operation/json-schema.ts';
import type { CallerOperation } from '../kernel/operation/operation.ts';
import { queryRows } from '../records/read/query.ts';
import { idOf, viewRow } from '../records/read/view.ts';
import type { JobService } from './job-service.ts';

const base = '/v1/background/job';

/** What everybody may do with the jobs he started; with those of others only who holds a key for it. */
export function jobOperations(documents: DocumentSet, jobs: JobService): readonly CallerOperation[] {
  const entity = modelOf(documents, 'background_job');
  const shared = { access: { kind: 'signedIn' }, scope: 'background_job' } as const;
  return [
    {
      ...shared,
      path: `${base}/query`,
      title: '查询后台任务',
      input: ref('Query'),
      output: ref('background_job.page'),
      idempotency: 'none',
      audit: 'read',
      run: (body, context) => queryRows(entity, body, context),
    },
    {
      ...shared,
      path: `${base}/view`,
      title: '查看后台任务的进度与结果',
      input: object({ id: idSchema, fields: nullable(ref('Fields')) }, ['id']),
      output: ref('background_job.record'),
      idempotency: 'none',
      audit: 'read',
      run: (body, context) => viewRow(entity, body, context),
    },
    {
      ...shared,
      path: `${base}/cancel`,
      title: '取消后台任务',
      description: '还在排队的立即取消；进行中的在当前一步之后停下。他人的任务须有 background_job:cancel_all。',
      input: object({ id: idSchema }),
      output: object({ id: idSchema }),
      idempotency: 'none',
      audit: 'change',
      run: async (body, context) => {
        const id = idOf(body);
        const job = await viewRow(entity, { id, fields: ['createdBy'] }, context);
        refuseOthersWork(job.createdBy, othersJobsKey, context);
        const owner = typeof job.createdBy === 'string' ? job.createdBy : null;
        await jobs.cancel(context.db, id, owner, context.now);
        return { id };
      },
    },
  ];
}
