import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import { atWork } from './at-work.ts';
import { refuseInOrganisation } from './errors.ts';

/** Holds a department for the rest of the transaction and refuses one that takes nobody any more. */
export async function checkDepartment(id: unknown, { records }: RuleContext): Promise<void> {
  if (typeof id !== 'string') return;
  const department = await records.lockOne('department', id);
  if (department === undefined || department.enabled !== true)
    throw refuseInOrganisation('E_DEPARTMENT_DISABLED', { name: department?.name ?? '' });
}

/** Holds a job for the rest of the transaction and refuses one that has no place left. */
export async function checkVacancy(id: unknown, { records }: RuleContext): Promise<void> {
  if (typeof id !== 'string') return;
  const job = await records.lockOne('job', id);
  const name = job?.name ?? '';
  if (job === undefined || job.enabled !== true) throw refuseInOrganisation('E_JOB_DISABLED', { name });
  const headcount = Number(job.headcount);
  if ((await countOnJob(id, { records })) >= headcount) throw refuseInOrganisation('E_JOB_FULL', { name, headcount });
}

/** How many people at work have the job. */
export function countOnJob(jobId: string, { records }: Pick<RuleContext, 'records'>): Promise<number> {
  return records.count('staff', { jobId, status: atWork });
}
