import type { DomainRules, RuleBook } from '../../kernel/operation/domain-rules.ts';
import type { JobKind } from '../../kernel/operation/job.ts';
import { anyKind } from '../../kernel/operation/job-kinds.ts';
import { smsBatchRules } from './batch.ts';
import { smsKind } from './send-job.ts';
import { smsTemplateRules } from './template.ts';

export { type NoticeOutcome, sendNotice, templateFor } from './notice.ts';
export { smsSchedules } from './schedules.ts';

/** Rules of promotion by short message. */
export const smsArea: readonly DomainRules[] = [smsTemplateRules, smsBatchRules];

/** Background work of the area. */
export function smsJobs(rules: RuleBook): readonly JobKind<unknown, unknown>[] {
  return [anyKind(smsKind(rules))];
}
