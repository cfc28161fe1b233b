import type { DomainRules } from '../../kernel/operation/domain-rules.ts';
import { departmentRules } from './department.ts';
import { jobRules } from './job.ts';
import { sessionRules } from './session.ts';
import { staffRules } from './staff.ts';

/** Rules of departments, jobs, the people in them and their sessions. */
export const organisationArea: readonly DomainRules[] = [departmentRules, jobRules, staffRules, sessionRules];
