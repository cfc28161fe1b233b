import { confirmSecond, querySecond, refuseSecond, withdrawSecond } from '../../../contract/second.ts';
import { secondPermissions } from '../../../engine/model/access/index.ts';
import type { DocumentSet } from '../../../engine/model/documents/index.ts';
import type { DomainRules } from '../../kernel/operation/domain-rules.ts';
import { type CallerOperation, implement } from '../../kernel/operation/operation.ts';
import { confirm, disagree, withdraw } from './decide-second.ts';
import { waitingRequests } from './waiting-requests.ts';

/** What waits for a second person, and deciding it; none for a product in which nothing takes two people. */
export function secondOperations(
  { entities }: Pick<DocumentSet, 'entities'>,
  rules: readonly DomainRules[],
): readonly CallerOperation[] {
  if (![...entities.values()].some((entity) => secondPermissions(entity).length > 0)) return [];
  const book = new Map(rules.map((rule) => [rule.entity, rule]));
  return [
    implement(querySecond, async (asked, context) => ({ list: await waitingRequests(asked, context) })),
    implement(confirmSecond, (asked, context) => confirm(asked, context, book)),
    implement(refuseSecond, disagree),
    implement(withdrawSecond, withdraw),
  ];
}
