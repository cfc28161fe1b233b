import { loggedChanges, logUse } from '../../contract/logs.ts';
import { type CallerOperation, implement } from '../kernel/operation/operation.ts';
import { loggedChange } from '../operations/history/logged-change.ts';
import { keepUse } from './use-log.ts';

/** What the browser tells of its use, and what an entry of the log changed. */
export const logOperations: readonly CallerOperation[] = [
  implement(logUse, keepUse),
  implement(loggedChanges, (body, context) => loggedChange(body, { ...context, page: undefined })),
];
