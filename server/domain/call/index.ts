import type { JobKind } from '../../jobs/job.ts';
import { anyKind } from '../../jobs/job-kinds.ts';
import type { Schedule } from '../../jobs/schedule.ts';
import type { DomainRules } from '../../operations/domain-rules.ts';
import { callRules } from './call.ts';
import { hitRules } from './hit.ts';
import { keptRecordings } from './kept-recordings.ts';
import { rescanKind } from './rescan-job.ts';
import { reviewRules } from './review.ts';
import { wordRules } from './word.ts';

/** Rules of calls, forbidden words and quality reviews. */
export const callArea: readonly DomainRules[] = [callRules, wordRules, hitRules, reviewRules];

/** Background work of the area. */
export const callJobs: readonly JobKind<unknown, unknown>[] = [anyKind(rescanKind())];

/** What the area does of itself. */
export const callSchedules: readonly Schedule[] = [keptRecordings];
