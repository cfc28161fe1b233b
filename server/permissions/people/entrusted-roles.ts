import { isGranted } from '../../../engine/model/access/index.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import { textsOf } from './role-cover.ts';

const engageKey = 'staff:add';

/**
 * The roles that come with a job. Whoever may engage people gives them without holding what is in them: who wrote them
 * to the job could give each of them himself, and entrusted them to whoever engages for it. None of a job that is not
 * in force, none to who may not engage.
 */
export async function entrustedRoles(
  jobId: unknown,
  { caller, records, documents }: RuleContext,
): Promise<readonly string[]> {
  if (typeof jobId !== 'string' || !documents.entities.has('job') || !isGranted(caller.grants, engageKey)) return [];
  const job = await records.findOne('job', { id: jobId });
  return job?.enabled === true ? textsOf(job.defaultRoleIds) : [];
}
