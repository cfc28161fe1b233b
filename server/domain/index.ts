import type { DocumentSet } from '../../engine/model/index.ts';
import type { DomainRules } from '../operations/domain-rules.ts';
import { customerArea } from './customer/index.ts';

/** What the documents of a product cannot say, area by area. */
const areas: readonly (readonly DomainRules[])[] = [customerArea];

/** The rules for a product: an area holds where every entity it rules is declared, as its rules build on each other. */
export function domainRulesFor(documents: Pick<DocumentSet, 'entities'>): readonly DomainRules[] {
  return areas.filter((area) => area.every((rule) => documents.entities.has(rule.entity))).flat();
}
