import type { DomainRules } from '../../kernel/operation/domain-rules.ts';
import { questionRules } from './question.ts';

export { factsOf } from './stem.ts';

/** Rules of questions, papers and catalogues. */
export const examArea: readonly DomainRules[] = [questionRules];
