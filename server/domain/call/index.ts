import type { DomainRules } from '../../kernel/operation/domain-rules.ts';
import type { JobKind } from '../../kernel/operation/job.ts';
import { anyKind } from '../../kernel/operation/job-kinds.ts';
import type { Schedule } from '../../kernel/operation/schedule.ts';
import { callRules } from './call.ts';

export { forbiddenWordIn } from './forbidden-word-in.ts';

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
