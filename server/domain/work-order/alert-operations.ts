import { expiryAlerts, tenMinuteAlerts } from '../../../contract/alerts.ts';
import { type CallerOperation, implement } from '../../kernel/operation/operation.ts';
import { expiryLines, tenMinuteLines } from './alert-lines.ts';

/** The two lists a signed-in page asks for from time to time, as lines of text. */
export const alertOperations: readonly CallerOperation[] = [
  implement(tenMinuteAlerts, (_, context) => tenMinuteLines(context)),
  implement(expiryAlerts, (_, context) => expiryLines(context)),
];
