import type { DomainRules } from '../../kernel/operation/domain-rules.ts';
import { examCatalogRules } from './catalog.ts';
import { paperRules } from './paper.ts';
import { questionRules } from './question.ts';

export type { FrozenQuestion } from './frozen-paper.ts';
export { factsOf } from './stem.ts';

/** Rules of questions, papers and catalogues. */
export const examArea: readonly DomainRules[] = [questionRules, paperRules, examCatalogRules];
