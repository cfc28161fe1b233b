import type { DomainRules } from '../../kernel/operation/domain-rules.ts';
import { shipmentRules } from './shipment.ts';
import { textbookRules } from './textbook.ts';

export { followReceiver } from './follow-receiver.ts';
export { sendBooks } from './make-shipment.ts';
export { sentBooks } from './store.ts';

/** Rules of textbooks and what is sent of them. */
export const logisticsArea: readonly DomainRules[] = [textbookRules, shipmentRules];
