import type { ImplementedParts } from '../../engine/model/check/index.ts';
import type { DocumentSet } from '../../engine/model/documents/index.ts';
import { auditRules } from '../audit/audit-rules.ts';
import { domainRulesFor } from '../domain/index.ts';
import type { DomainRules } from '../kernel/operation/domain-rules.ts';
import { updateRules } from '../notices/updates.ts';
import { savedViewRules } from '../operations/saved-views/change-views.ts';
import { permissionRules } from '../permissions/index.ts';

/** All rules that JSON cannot say, for a product with these entities: those of the platform and of the areas it has. */
export function productRules(documents: Pick<DocumentSet, 'entities'>): readonly DomainRules[] {
  return [savedViewRules, updateRules, auditRules, ...permissionRules, ...domainRulesFor(documents)];
}

/** What the program implements of what documents may declare, for the checks of documents. */
export function implementedParts(documents: Pick<DocumentSet, 'entities'>): ImplementedParts {
  const keys = (of: (rules: DomainRules) => object | undefined) =>
    new Set(
      productRules(documents).flatMap((rules) => Object.keys(of(rules) ?? {}).map((key) => `${rules.entity}.${key}`)),
    );
  return {
    actions: keys((rules) => rules.actions),
    wholeActions: keys((rules) => rules.wholeActions),
    answers: keys((rules) => rules.checks),
  };
}
