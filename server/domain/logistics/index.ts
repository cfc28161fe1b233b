import type { DomainRules, RuleBook } from '../../kernel/operation/domain-rules.ts';
import type { Schedule } from '../../kernel/operation/schedule.ts';
import { shipmentRules } from './shipment.ts';
import { shippedMessages } from './tell-receiver.ts';
import { textbookRules } from './textbook.ts';
import { trackingSchedule } from './track.ts';

export { followReceiver } from './follow-receiver.ts';
export { endShipments, sendBooks } from './make-shipment.ts';
export { sentBooks } from './store.ts';

/** Rules of textbooks and what is sent of them. */
export const logisticsArea: readonly DomainRules[] = [textbookRules, shipmentRules];

/** What the area does of itself beyond what its entities declare. */
export function logisticsSchedules(rules: RuleBook): readonly Schedule[] {
  return [trackingSchedule(rules), shippedMessages];
}
