import type { DocumentSet } from '../../engine/model/documents/index.ts';
import type { EventFeed } from '../events/event-feed.ts';
import type { Platform } from '../kernel/operation/context.ts';
import type { DomainRules, RuleBook } from '../kernel/operation/domain-rules.ts';
import type { Operation } from '../kernel/operation/operation.ts';
import type { Schedule } from '../kernel/operation/schedule.ts';
import { phoneOperations } from './phone-operations.ts';
import { endCallsOfEndedSessions } from './session-end.ts';
import { staleCalls } from './stale-calls.ts';

export type { Telephony } from '../kernel/services/telephony.ts';
export { phoneErrors } from './errors.ts';
export { configuredTelephony } from './start.ts';

/** What telephoning reads and writes; a product without these has no telephone. */
const needed = ['call_record', 'customer', 'customer_phone', 'lead'] as const;

/** Operations of telephony, for a product that keeps calls of customers. */
export function telephonyOperations(
  documents: Pick<DocumentSet, 'entities'>,
  rules: readonly DomainRules[],
): readonly Operation[] {
  return hasPhone(documents) ? phoneOperations(new Map(rules.map((rule) => [rule.entity, rule]))) : [];
}

/** Has the calls of sessions that end be ended with them, as this node hears of them. */
export function endCallsWithSessions(
  events: Pick<EventFeed, 'whenSessionsEnd'>,
  platform: Platform,
  rules: readonly DomainRules[],
  onFault: (error: unknown) => void,
): void {
  if (!hasPhone(platform.documents)) return;
  const book = new Map(rules.map((rule) => [rule.entity, rule]));
  // What fails here is made up for by the schedule, and by the next call of the same person.
  events.whenSessionsEnd((staffId) => void endCallsOfEndedSessions(staffId, platform, book).catch(onFault));
}

/** What telephony does of itself. */
export function telephonySchedules(documents: Pick<DocumentSet, 'entities'>, rules: RuleBook): readonly Schedule[] {
  return hasPhone(documents) ? [staleCalls(rules)] : [];
}

function hasPhone({ entities }: Pick<DocumentSet, 'entities'>): boolean {
  return needed.every((name) => entities.has(name));
}
