import type { DomainRules } from '../../kernel/operation/domain-rules.ts';
import type { JobKind } from '../../kernel/operation/job.ts';
import { anyKind } from '../../kernel/operation/job-kinds.ts';
import { examAttemptRules } from './attempt.ts';
import { examCatalogRules } from './catalog.ts';
import { paperRules } from './paper.ts';
import { questionRules } from './question.ts';
import { rescoreKind } from './rescore-job.ts';

export { beginPaper, takeAnswers } from './attempt.ts';
export { type AnsweredQuestion, answeredQuestions, answerRow, toldAnswer } from './attempt-answers.ts';
export type { FrozenQuestion, FrozenSection } from './frozen-paper.ts';
export { objectiveScore } from './score.ts';
export { factsOf } from './stem.ts';

/** Rules of questions, papers and catalogues. */
export const examArea: readonly DomainRules[] = [questionRules, paperRules, examCatalogRules, examAttemptRules];

/** Background work of the area. */
export const examJobs: readonly JobKind<unknown, unknown>[] = [anyKind(rescoreKind())];
