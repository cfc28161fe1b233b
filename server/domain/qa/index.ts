import type { DomainRules } from '../../kernel/operation/domain-rules.ts';
import { commentRules } from './comment.ts';
import { studentAnswerRules, studentQuestionRules } from './question.ts';

export { askQuestion, goOnWithQuestion } from './ask.ts';
export { takeComment } from './comment.ts';
export { keepImages } from './keep-images.ts';

/** Rules of the questions of students, their answers and comments. */
export const qaArea: readonly DomainRules[] = [studentQuestionRules, studentAnswerRules, commentRules];
